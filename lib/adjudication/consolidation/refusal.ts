/**
 * What is looked at to tell whether an item is here again because its approval was refused: the last event of these, which is the
 * refusal unless the item has been confirmed, sent to its annotators or taken over since.
 */
export const REFUSAL_OR_LATER = [
  'task.approval_refused',
  'task.adjudicated',
  'task.reopened',
  'task.taken_over',
] as const
