// A question's answers as small drawings, drawn close up where they differ; the words stand beside them.

import { Board } from './board.js';

/** Draw the hypotheses of the open question of a table view. */
export function drawHypotheses(view) {
  for (const { key, hypothesis } of view.question?.choices ?? []) {
    const box = document.querySelector(`#question [data-hypothesis="${key}"]`);
    if (!hypothesis || !box || box.firstChild) continue;
    const board = new Board(box);
    board.show({ ...view, ...hypothesis, river: null, disagreement: null, discs: {} });
    board.closeUp(hypothesis.differing);
    board.light(hypothesis.differing);
  }
}
