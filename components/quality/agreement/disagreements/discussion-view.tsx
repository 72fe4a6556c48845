'use client'
import { useQuery } from '@tanstack/react-query'
import { countOf, formatCount, formatShare } from '@/components/quality/agreement/figure-format'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { ItemsLink } from '@/components/quality/agreement/items-link'
import { Callout } from '@/components/ui/callout'
import { ChartAxis } from '@/components/ui/chart-axis'
import { ChartBar } from '@/components/ui/chart-bar'
import { ChartInterval } from '@/components/ui/chart-interval'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { Table, Td, Th } from '@/components/ui/table'
import type { Discussion, MoveCell, Share } from '@/lib/quality/agreement/disagreements/contract'
import { discussionQuery } from '@/lib/quality/agreement/disagreements/hooks'
import { useAgreementStream } from '@/lib/quality/agreement/hooks'
import { DisagreementsFrame } from './disagreements-frame'
import { TurnsTable } from './turns-table'

interface MoveCountProps {
  projectId: string
  cell: MoveCell
  /** What is counted, read out after the number. */
  about: string
}

/** A number of disagreements that leads to their items, or to the first of them where they are many. */
function MoveCount({ projectId, cell: { count, inItems, items }, about }: MoveCountProps) {
  if (count === 0) return <span className="text-muted">0</span>
  const href = items && items.length > 0 ? `/projects/${projectId}/items?ids=${items.join(',')}` : null
  return (
    <>
      <ItemsLink href={href} about={about}>
        {formatCount(count)}
      </ItemsLink>
      <span className="block whitespace-nowrap text-muted text-xs">
        in {formatCount(inItems)} {inItems === 1 ? 'item' : 'items'}
        {items && items.length < inItems ? `, the first ${formatCount(items.length)} listed` : ''}
      </span>
    </>
  )
}

/** A share with its interval, or the count alone where there are too few. */
function ShareText({ share: { count, of, share, interval } }: { share: Share }) {
  if (of === 0) return <span className="text-muted">none</span>
  if (share === null)
    return (
      <span className="tabular-nums">
        {formatCount(count)} of {formatCount(of)}
      </span>
    )
  return (
    <span className="tabular-nums">
      <span className="font-medium">{formatShare(share)}</span>
      {interval ? ` (${formatShare(interval.low)} to ${formatShare(interval.high)})` : null}, {formatCount(count)} of{' '}
      {formatCount(of)}
    </span>
  )
}

type Outcome = Exclude<keyof Discussion['outcomes'], 'settled'>

const OUTCOMES: readonly { key: Outcome; text: string }[] = [
  { key: 'discussedToOne', text: 'Discussed: one took over what the other had said' },
  { key: 'discussedToThird', text: 'Discussed: both went to another value' },
  { key: 'decidedForOne', text: 'Decided by a third person for an annotator’s value' },
  { key: 'decidedForThird', text: 'Decided by a third person for another value' },
  { key: 'majority', text: 'Decided by the majority' },
  { key: 'dissolved', text: 'No longer asked once others were settled' },
]

/** What became of disagreements, with the share that ended on a partner's value. */
function OutcomesTable({ data: { project, outcomes, conformity } }: { data: Discussion }) {
  const visibleOutcomes = OUTCOMES.filter(({ key }) => outcomes[key].count > 0)
  const all = outcomes.settled.count + outcomes.dissolved.count
  return (
    <>
      <Table caption="Disagreements by how they were settled">
        <thead>
          <tr>
            <Th>Settled how</Th>
            <Th numeric>Disagreements</Th>
            <Th>
              <span className="sr-only">Chart</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {visibleOutcomes.map(({ key, text }) => (
            <tr key={key}>
              <Th scope="row">{text}</Th>
              <Td numeric>
                <MoveCount projectId={project.id} cell={outcomes[key]} about={`disagreements: ${text}`} />
              </Td>
              <Td className="w-1/3">
                <ChartBar share={outcomes[key].count / Math.max(1, all)} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      {conformity.of === 0 ? null : (
        <p className="mt-3 max-w-prose text-sm">
          Conformity: of {countOf(conformity.of, 'disagreement')} that the annotators settled by themselves,{' '}
          <ShareText share={conformity} /> ended on a value that one of them had given.
        </p>
      )}
    </>
  )
}

/** People by people: the row gave way to the column. */
function MovesTable({ data: { project, people, moves } }: { data: Discussion }) {
  const involved = people.filter(({ key }) => moves.some(({ from, to }) => from === key || to === key))
  return (
    <Table caption="Disagreements in which the row’s annotator gave way to the column’s">
      <thead>
        <tr>
          <Th>Gave way</Th>
          {involved.map(({ key, name }) => (
            <Th key={key} numeric dir="auto">
              to {name}
            </Th>
          ))}
        </tr>
      </thead>
      <tbody>
        {involved.map((from) => (
          <tr key={from.key}>
            <Th scope="row" dir="auto">
              {from.name}
            </Th>
            {involved.map((to) => {
              const move = moves.find((each) => each.from === from.key && each.to === to.key)
              return (
                <Td key={to.key} numeric>
                  {from.key === to.key ? (
                    <span className="text-muted">same</span>
                  ) : move ? (
                    <MoveCount
                      projectId={project.id}
                      cell={move.cell}
                      about={`times ${from.name} gave way to ${to.name}`}
                    />
                  ) : (
                    <span className="text-muted">0</span>
                  )}
                </Td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const SCALE = { from: 0, to: 1 }
const percent = (share: number) => `${share * 100}%`

/** How often each annotator gave way, and was upheld by a third person. Not ranked: it is no grade. */
function PeopleTable({ people }: { people: Discussion['people'] }) {
  return (
    <Table caption="How often annotators gave way in discussions and were upheld by a third person">
      <thead>
        <tr>
          <Th>Annotator</Th>
          <Th>Gave way in discussions</Th>
          <Th>
            <span className="sr-only">Chart</span>
            <ChartAxis scale={SCALE} marks={[0, 0.5, 1]} format={percent} />
          </Th>
          <Th>Upheld by a third person</Th>
        </tr>
      </thead>
      <tbody>
        {people.map(({ key, name, gaveWay, upheld }) => (
          <tr key={key}>
            <Th scope="row" dir="auto">
              {name}
            </Th>
            <Td>
              <ShareText share={gaveWay} />
            </Td>
            <Td>
              {gaveWay.share === null ? null : (
                <ChartInterval point={gaveWay.share} interval={gaveWay.interval} scale={SCALE} lines={[0.5]} />
              )}
            </Td>
            <Td>
              <ShareText share={upheld} />
            </Td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** Agreement before and after discussion, and who moved towards whom. */
export function DiscussionView({ projectId, initialData }: { projectId: string; initialData: Discussion }) {
  const { data = initialData } = useQuery({ ...discussionQuery(projectId, initialData.stage.key), initialData })
  useAgreementStream(projectId)
  const { tasks, measures, outcomes, moves, people, rules } = data
  const nothing = measures.length === 0 && outcomes.settled.count + outcomes.dissolved.count === 0
  return (
    <DisagreementsFrame view="discussion" data={data}>
      {nothing ? (
        <EmptyState title="No disagreement on gold yet">
          Figures appear here when items on which annotators disagreed have become gold.
        </EmptyState>
      ) : (
        <>
          <Callout tone="warning" title="After a discussion people agree because they talked">
            What stands under “after” is not agreement of independent annotators, and not evidence that the labels are
            reliable. Quote the figures “before”.
          </Callout>
          {measures.length === 0 ? null : (
            <Panel
              title="Before and after"
              description="The same units of the same items: the frozen answers, and what each annotator stood by when the item was settled."
            >
              <TurnsTable measures={measures} />
            </Panel>
          )}
          <Panel
            title="How disagreements were settled"
            description={`Of ${formatCount(tasks.counted)} gold ${tasks.counted === 1 ? 'item' : 'items'}${tasks.laterRound > 0 ? `; ${formatCount(tasks.laterRound)} more became gold in a later round and are left out` : ''}.`}
          >
            <OutcomesTable data={data} />
          </Panel>
          {people.length === 0 ? null : (
            <Panel
              title="Who gave way, and who was upheld"
              description="By person, under the same aliases as elsewhere."
            >
              <PeopleTable people={people} />
            </Panel>
          )}
          {moves.length === 0 ? null : (
            <Panel
              title="Who moved towards whom"
              description="Rows gave up their answer in a discussion for the one that the column had given. A pair that differs much from its mirror image is worth a look."
            >
              <MovesTable data={data} />
            </Panel>
          )}
        </>
      )}
      <FigureRules rules={rules} />
    </DisagreementsFrame>
  )
}
