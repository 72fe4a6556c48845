import { counted } from '@/lib/text/counted'
import type { ChosenTasks, RunLeftReason } from './contract'

const LEFT_WORDS: Readonly<Record<RunLeftReason, string>> = {
  discarded: 'discarded',
  none: 'without a task in this stage yet',
  submitted: 'submitted by somebody already',
  annotated: 'annotated already',
}

/** The most tasks that a run over chosen items takes. */
export const mostTaken = ({ taken, suggested, own }: ChosenTasks, onlyNew: boolean): number =>
  taken + own - (onlyNew ? suggested : 0)

/** How many of the chosen items a run takes, and why not the others, in sentences. */
export function chosenText(tasks: ChosenTasks, onlyNew: boolean): string {
  const parts = tasks.left.map(({ reason, items }) => `${items.toLocaleString('en')} ${LEFT_WORDS[reason]}`)
  if (onlyNew && tasks.suggested > 0)
    parts.unshift(`${tasks.suggested.toLocaleString('en')} with suggestions of a run already`)
  const most = mostTaken(tasks, onlyNew)
  const sentences = [most === 0 ? 'The run takes none of them.' : `The run takes up to ${counted(most, 'item')}.`]
  if (parts.length > 0) sentences.push(`Left out: ${parts.join(', ')}.`)
  if (tasks.own > 0)
    sentences.push(`${counted(tasks.own, 'item')} that you annotate yourself: taken unless somebody has submitted.`)
  return sentences.join(' ')
}
