/** The members of a live image's design for a model, as `TIMER_GUIDE`. */
export const LIVE_GUIDE = `Members of a live image's design, all optional (defaults in brackets). Lengths are pixels, colours #rgb, #rrggbb or #rrggbbaa, fonts the ids of font_list, pictures those of picture_list.
- width 20-1200 (600), height 20-2000 (200), scale 1 or 2, format: "auto"|"png"|"jpeg"|"gif", locale ("en") of numbers and dates, timeZone ("UTC")
- background {color (white), gradient: {color, angle: 90 to the right, 180 down}, imageId, fit: "cover"|"contain"|"fill", transparent}
- variables {name: {default, sample, maxLength}}: values in the query of the URL, which the mail tool fills in. sample is what previews show
- sources {name: one of {kind: "record", storeId, key: {"sku": "{{ sku }}"}: all unique properties}; {kind: "query", storeId, filters: [{field, op, value}], match, sortBy, sortDir}: the first match; {kind: "nearest", mapId, place: "{{ zip }}" or lat and lng, country, maxDistance, unit}}
- layers {name: {type, x, y, width, height, order: higher lies above, show: a template; empty, false or 0 hides, and by type:
  text: text, fontId (1), size (24), minSize (12), color, align, valign: "top"|"middle"|"bottom", lineHeight (1.2), fit: "shrink"|"wrap"|"truncate"
  image: imageId, or url: "{{ product.photo }}" of a listed host, fit, radius
  shape: shape: "rect"|"ellipse", color, gradient, radius, border: {color, width}, shadow: {color, x, y, blur}
  timer: design: that of timer_create without width, height, scale and altText; its target may be {kind: "value", value: "{{ product.ends }}", missing: "PT48H"}}}
- rules {name: {order, when: [conditions, all true], layers: {name: other members, or false to hide}, imageId: instead of the layers, link}}: the first that matches wins. Conditions: {field: "product.stock", op: "lte", value: 0}; {after, before}; {weekdays: [1], from: "09:00", to: "12:00"}; {client: ["gmail"]}; {percent: 50, by: "email"}
- link: a template of the click's URL, whose host is literal text; fallback {imageId, link}; altText; access: "open"|"signed"
Templates are Liquid: {{ first_name | default: "friend" }}, {{ product.price | money: "EUR" }}, {{ product.ends | date: "long" }}, {{ product.stock | number: 0 }}, {% if product.stock > 0 %}…{% endif %}.`;
