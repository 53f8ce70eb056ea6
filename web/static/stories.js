// A question's answers as small drawings, drawn close up where they differ; the words stand beside them.

import { Board } from './board.js';

/** Draw the stories of the open question of a table view. */
export function drawStories(view) {
  for (const { key, story } of view.question?.choices ?? []) {
    const box = document.querySelector(`#question [data-story="${key}"]`);
    if (!story || !box || box.firstChild) continue;
    const board = new Board(box);
    board.show({ ...view, ...story, river: null, disagreement: null, discs: {} });
    board.closeUp(story.differing);
    board.light(story.differing);
  }
}
