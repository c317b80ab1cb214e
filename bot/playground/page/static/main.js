// Begins the page: one pane, for the person and the place that the address names.

import { Moments } from "./moments.js";
import { Pane } from "./pane.js";

const wanted = new URLSearchParams(location.hash.slice(1));
// The key has done its work, and would be spent if it were opened again.
history.replaceState(null, "", `/${location.hash}`);

const root = document.createElement("div");
root.className = "pane";
document.getElementById("panes").append(root);

const pane = new Pane(root, new Moments(), (person, place) => {
  history.replaceState(null, "", `/#person=${person}&place=${place}`);
});
pane.sit(wanted.get("person") ?? "anyone", wanted.get("place"));
