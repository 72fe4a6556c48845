import type { CandidateLeftReason } from './contract'

const LEFT_WORDS: Readonly<Record<CandidateLeftReason, string>> = {
  discarded: 'discarded',
  not_gold: 'not gold in this stage',
  counted: 'with votes that were counted, which nobody is held against',
  chosen: 'calibration tasks already',
}

/** Which of the chosen items are left out and why, in a sentence; empty where none is. */
export const leftText = (left: readonly { reason: CandidateLeftReason; items: number }[]): string =>
  left.length === 0
    ? ''
    : `Left out: ${left.map(({ reason, items }) => `${items.toLocaleString('en')} ${LEFT_WORDS[reason]}`).join(', ')}.`
