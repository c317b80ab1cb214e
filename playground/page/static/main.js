// Start the page: two people side by side, and the director's bar above them.

import { DirectorBar } from "./director.js";
import { Moments } from "./moments.js";
import { Panes } from "./panes.js";
import { Stage } from "./stage.js";
import { WelcomeCard } from "./welcome.js";

const fragment = new URLSearchParams(location.hash.slice(1));
// Remove the key from the address: it works once.
history.replaceState(null, "", `/${location.hash}`);

const stage = new Stage(new Moments());
const panes = new Panes(document.getElementById("panes"), stage, fragment);
const bar = new DirectorBar(stage, panes);
document.getElementById("bar").append(...bar.parts);
document.body.append(new WelcomeCard(stage, panes).root);
