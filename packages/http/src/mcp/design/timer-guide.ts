/**
 * The members of a timer's design for a model. A test compares it with the contract. Models pay for it in each
 * conversation, so it has no sentences where an example says enough.
 */
export const TIMER_GUIDE = `Members of a timer's design, all optional (defaults in brackets). Lengths are pixels, colours #rgb, #rrggbb or #rrggbbaa, fonts the ids of font_list, pictures those of picture_list.
- width 50-1200 (600), height 20-600 (150), scale 1 or 2 (sharper, larger file)
- preset: a look of preset_list whose members the others refine (null restores the look's): midnight, paper, flip-dark, flip-light, rings-dark, rings-light, sunset, cards, boutique, poster, sale, terminal
- target, one of: {kind: "date", date: "2027-12-24T18:00", timeZone: "Europe/Vienna"}; {kind: "recurring", every: "day"|"week"|"month", at: "09:00", weekday: 1 (Monday) to 7, day: 1-31, timeZone}; {kind: "evergreen", duration: "PT48H"} counts from ?start= in the URL, the send time; {kind: "value", missing: "PT48H"} counts to ?until= in the URL; {kind: "record", storeId, key: {"sku": "{{ sku }}"}, property: "ends", missing} counts to a date of the record that the URL names. Default: in seven days
- headline {text: one line, position: "above"|"below", fontId, size (22), color}
- digits {fontId (2), size (72), color, minDigits, box: {style: "unit"|"digit"|"flip", color, gradient, radius (8), padding (14), border: {color, width}, shadow: {color, x, y, blur}} or null, ring: {color, track, width, padding} or null, shadow}
- labels {show, fontId (1), size (16), color, locale: "de" selects the words, position: "below"|"above"}
- units {days, hours, minutes, seconds: {show, label: own word, minDigits, x, y: centre}}
- separator {show, text (":"), color}
- background {color, gradient: {color, angle: 90 to the right, 180 down}, imageId, fit: "cover"|"contain"|"fill", transparent}
- layout {align: "left"|"center"|"right", gap, padding (12), fit: "shrink" keeps everything inside, or "none"}
- expired {behaviour: "zeros"|"message"|"image", message, imageId}: what is shown after the end
- frames 1-120: seconds that the GIF counts (60), loop, optimize, altText`;
