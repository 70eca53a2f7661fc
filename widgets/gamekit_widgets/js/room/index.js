/** The page of a room, for whoever joins it. */
import { Guest } from "./guest.js";

new Guest(/** @type {HTMLElement} */ (document.getElementById("room")));
