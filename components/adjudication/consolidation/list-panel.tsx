'use client'
import { useMemo } from 'react'
import { Button } from '@/components/ui/button'
import { rowsOf, splitsIn, textIn, unalignedIn, wholeOfSplit } from '@/lib/adjudication/consolidation/lists/rules'
import { hasMarks } from '@/lib/protocols/marks'
import { takeWords } from './acts'
import { useDeskContext } from './desk-context'
import { DESK_KEYS, laneKeys } from './keys'
import { ListTable } from './list-table'
import { placesAt, takeAll } from './list-values'
import { MarksView } from './marks-view'
import { laneName } from './words'

/** “1 of 3 rows is not on every list.” */
const notOnEveryList = (some: number, all: number): string =>
  all === 1
    ? 'The only row is not on every list.'
    : `${some} of ${all} rows ${some === 1 ? 'is' : 'are'} not on every list.`

/** The lists of all annotators as aligned rows, and what takes one of them, or all. */
export function ListPanel() {
  const desk = useDeskContext()
  const { view, stage, current, question, lanes, takes, takeLane } = desk
  const settled = current?.settled?.value ?? null
  const rows = useMemo(() => (current ? rowsOf(lanes, current, settled) : []), [lanes, current, settled])
  const splits = useMemo(() => splitsIn(rows, placesAt(desk)), [rows, desk])
  if (!current) return null
  const kind = question?.list?.kind
  const word = stage.unitKinds.find((each) => each.kind === kind)?.text ?? 'entry'
  const unaligned = unalignedIn(rows, lanes.length)
  return (
    <div className="space-y-3">
      <p className="text-muted text-sm">
        {unaligned === 0
          ? `${rows.length === 1 ? 'The only row is' : `All ${rows.length} rows are`} on every list.`
          : `${notOnEveryList(unaligned, rows.length)} What you take comes with its answers, as it was written.`}
      </p>
      {question && hasMarks(question) ? <MarksView question={question} unit={current.unit} /> : null}
      {splits.map((split) => (
        <div key={split.half} className="text-sm">
          <p className="font-semibold">
            {`${whose(view, split.one, true)} one ${word} is ${whose(view, split.two, false)} two:`}
          </p>
          <p dir="auto">{wholeOfSplit(rows, split)}</p>
          <ol className="list-decimal ps-6">
            {[split.row, split.half].map((row) => (
              <li key={row} dir="auto">
                {textIn(rows, row, split.two)}
              </li>
            ))}
          </ol>
        </div>
      ))}
      <ListTable rows={rows} />
      {takes ? (
        <div className="flex flex-wrap gap-2">
          {lanes.map((lane, index) => {
            const lists = current.values.some((each) => each.lane === lane.id)
            return (
              <Button
                key={lane.id}
                size="sm"
                shortcut={lists ? laneKeys(index).value : undefined}
                disabled={!lists}
                onClick={() => takeLane(lane.id)}
              >
                {takeWords(laneName(view, lane.id))}
              </Button>
            )
          })}
          <Button size="sm" shortcut={DESK_KEYS.both} onClick={() => takeAll(desk)}>
            {lanes.length === 2 ? 'Take both' : 'Take all'}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

/** "Your one claim, their two"; a third person hears the lanes. */
function whose(view: Parameters<typeof laneName>[0], lane: string, isFirst: boolean): string {
  const name = laneName(view, lane)
  const words = name === 'You' ? 'your' : name === 'Partner' ? (isFirst ? 'your partner’s' : 'their') : `${name}’s`
  return isFirst ? words.charAt(0).toUpperCase() + words.slice(1) : words
}
