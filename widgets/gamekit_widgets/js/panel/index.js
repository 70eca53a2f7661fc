/** The widget that panel.py sends: a panel of controls. */
import { widget } from "../widget.js";
import { View } from "./view.js";

export default widget(View);
