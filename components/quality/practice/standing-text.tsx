import type { JudgedQuestion } from '@/lib/quality/calibration/contract'
import type { PracticeStage } from '@/lib/quality/practice/contract'

/** Where somebody stands in a stage, in a sentence or two. `asked`: must they practise before their first task? */
export function StandingText({ stage, asked }: { stage: PracticeStage; asked: boolean }) {
  const left = stage.items.filter(({ attempts }) => attempts === 0).length
  if (stage.state === 'none') return 'There is nothing to practise with in this stage.'
  if (stage.state === 'todo')
    return left === stage.items.length
      ? `${left === 1 ? 'One item' : `${left} items`} to practise with.`
      : `${left === 1 ? 'One item is' : `${left} items are`} left.`
  if (stage.state === 'done')
    return stage.bars.length === 0
      ? 'All items are answered. You can repeat them at any time.'
      : 'All items are answered, and what the project asks for is reached.'
  if (!asked) return 'All items are answered. Nobody asks you to practise further: repeat them at any time.'
  return (
    <>
      All items are answered, but not all that the project asks for is reached:{' '}
      {stage.bars.flatMap(missedWords).join('; ')}. Read the reasons and answer the items again: your last answers to
      each count.
    </>
  )
}

/** “Segment label: “False” found in 1 of 6 units, 70% are asked for”. */
function missedWords({ title, recall, kappa }: JudgedQuestion): string[] {
  const found = `${recall.right} of ${recall.units} found where “${recall.values.join('” or “')}” is right, ${recall.bar}% are asked for`
  const agrees = `kappa ${kappa.value === null ? 'cannot be computed' : kappa.value.toFixed(2)}, ${((kappa.bar ?? 0) / 100).toFixed(2)} is asked for`
  return [
    ...(recall.bar !== null && recall.met !== true ? [`${title}: ${found}`] : []),
    ...(kappa.bar !== null && kappa.met !== true ? [`${title}: ${agrees}`] : []),
  ]
}
