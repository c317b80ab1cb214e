// Swiping sideways from window to window.

const SLIP = 12;
const FAR = 0.22;
const FAST = 0.5;
const LEAST = 48;

/**
 * Follow fingers on `root` if `isOn()`. Call `drag(pixels)` while one moves sideways, then
 * `done(steps)`: 1 for the next window, -1 for the previous one, 0 if the swipe was too short.
 */
export function whenSwiped(root, { isOn, drag, done }) {
  let start = null;
  let isSwiping = false;

  root.addEventListener("pointerdown", (event) => {
    const isFinger = event.pointerType === "touch" && event.isPrimary;
    start = isFinger && isOn() && !event.target.closest("pre, dialog") ? { x: event.clientX, y: event.clientY, at: event.timeStamp } : null;
    isSwiping = false;
  });
  root.addEventListener("pointermove", (event) => {
    if (!start) return;
    const [along, across] = [event.clientX - start.x, event.clientY - start.y];
    if (!isSwiping && Math.abs(along) > SLIP && Math.abs(along) > 1.5 * Math.abs(across)) {
      isSwiping = true;
      root.setPointerCapture(event.pointerId);
    }
    if (isSwiping) drag(along);
  });
  const end = (event) => {
    if (!start || !isSwiping) {
      start = null;
      return;
    }
    const along = event.clientX - start.x;
    const speed = Math.abs(along) / Math.max(1, event.timeStamp - start.at);
    start = null;
    const isFar = Math.abs(along) > FAR * root.clientWidth || (speed > FAST && Math.abs(along) > LEAST);
    const isMeant = event.type === "pointerup" && isFar;
    done(isMeant ? -Math.sign(along) : 0);
  };
  root.addEventListener("pointerup", end);
  root.addEventListener("pointercancel", end);
}
