// The camera's picture, taken anew every second while somebody looks at it.

const live = document.getElementById('live');
const EVERY_MS = 1000;

function again() {
  if (document.hidden) return;
  const next = new Image();
  next.onload = () => { live.src = next.src; };
  next.src = `/lens.jpg?at=${Date.now()}`;
}

if (live) setInterval(again, EVERY_MS);
