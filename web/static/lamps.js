// The panel as it is lit now: a lamp a seat beside the status lamp, and the river's row under them.

/** Draw `lamps` into `box`. */
export function showLamps(box, lamps) {
  const seats = Object.entries(lamps.seats).map(([colour, bright]) => lamp(colour, bright, [colour]));
  const status = lamp(box.dataset.status, Math.max(...lamps.status_rgb, 0), ['status']);
  const shade = lamps.status_rgb.map((part) => Math.round(255 * part)).join(' ');
  status.querySelector('i').style.setProperty('--light', `rgb(${shade})`);
  const river = lamps.river.map((bright, at) => lamp(`${box.dataset.river} ${at + 1}`, bright, ['river']));
  box.replaceChildren(row([...seats, status, ...(lamps.tone ? [tone(lamps.tone)] : [])]), row(river));
}

function row(lamps) {
  const made = document.createElement('div');
  made.className = 'lamp-row';
  made.append(...lamps);
  return made;
}

function lamp(name, bright, classes) {
  const made = document.createElement('span');
  made.className = ['lamp', ...classes, ...(bright > 0 ? ['lit'] : [])].join(' ');
  made.title = name;
  const bulb = document.createElement('i');
  bulb.style.setProperty('--bright', bright);
  bulb.setAttribute('role', 'img');
  bulb.setAttribute('aria-label', `${name} ${Math.round(100 * bright)} %`);
  made.append(bulb);
  return made;
}

function tone(name) {
  const made = document.createElement('span');
  made.className = 'tone';
  made.textContent = `♪ ${name}`;
  return made;
}
