'use client'
import { useEffect, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Folded } from '@/components/ui/folded'
import { Table, Td, Th, Tr } from '@/components/ui/table'
import type { Left, RulePreview } from '@/lib/annotation/assignments/by-rule/contract'
import { leftText, OUTSIDE_WORDS } from '@/lib/annotation/assignments/by-rule/rules'
import { counted } from '@/lib/text/counted'

interface RulePreviewPanelProps {
  preview: RulePreview
  busy: boolean
  /** Why it was not carried out. */
  problem: string | null
  onAssign: (fingerprint: string) => void
  /** Asks for the preview again. */
  onAgain: () => void
}

/** What would come of the rules: loads, pairs, and what got nobody and why; and the button that carries it out. */
export function RulePreviewPanel({ preview, busy, problem, onAssign, onAgain }: RulePreviewPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { tasks, given, shares, beyond, outside, left, fingerprint } = preview
  return (
    <section
      aria-labelledby="preview-heading"
      className="mt-6 flex flex-col gap-5 rounded-xl border border-line bg-surface p-4 sm:p-5"
    >
      <div>
        <h2 ref={heading} id="preview-heading" tabIndex={-1} className="font-semibold text-base">
          Preview
        </h2>
        <p className="text-sm">
          {tasks === 0
            ? 'No open task with room was found.'
            : `${given.toLocaleString('en')} of ${counted(tasks, 'task')} would be assigned: ${counted(shares, 'share')}. Nothing is assigned yet.`}
          {beyond > 0 ? ` ${counted(beyond, 'further task')} will have to wait for another time.` : ''}
        </p>
      </div>
      {outside.length > 0 ? <Outside outside={outside} /> : null}
      {left.length > 0 ? <LeftOver left={left} /> : null}
      {given > 0 ? (
        <>
          <Loads people={preview.people} />
          <Pairs pairs={preview.pairs} />
        </>
      ) : (
        <PairAdvice pairs={preview.pairs} left={left} />
      )}
      {problem ? (
        <Callout
          tone="danger"
          title="Nothing was assigned"
          actions={
            <Button size="sm" onClick={onAgain}>
              Preview again
            </Button>
          }
        >
          {problem}
        </Callout>
      ) : null}
      {given > 0 ? (
        <Button
          variant="primary"
          loading={busy}
          disabled={problem !== null}
          onClick={() => onAssign(fingerprint)}
          className="self-start"
        >
          Assign {counted(shares, 'share')}
        </Button>
      ) : null}
    </section>
  )
}

/** Of the chosen items, those that the rules had nothing to do with. */
function Outside({ outside }: Pick<RulePreview, 'outside'>) {
  const items = outside.reduce((sum, each) => sum + each.items, 0)
  return (
    <p className="text-sm">
      {counted(items, 'chosen item')} left out:{' '}
      {outside.map((each) => `${each.items.toLocaleString('en')} ${OUTSIDE_WORDS[each.reason]}`).join(', ')}.
    </p>
  )
}

function LeftOver({ left }: { left: Left[] }) {
  return (
    <Callout tone="warning" live={false} title="Not all tasks would get somebody">
      <ul className="flex list-disc flex-col gap-1 ps-5">
        {left.map((group) => (
          <li key={`${group.reason} ${group.needed} ${group.domain} ${group.tags.join()} ${group.language}`}>
            <bdi>
              {counted(group.items, 'item')} {group.reason === 'takers' ? 'of ' : ''}
              {leftText(group)}
            </bdi>{' '}
            <span className="text-muted text-xs">
              ({group.positions.join(', ')}
              {group.items > group.positions.length ? ', …' : ''})
            </span>
          </li>
        ))}
      </ul>
    </Callout>
  )
}

function Loads({ people }: Pick<RulePreview, 'people'>) {
  const most = Math.max(1, ...people.map(({ before, added }) => before + added))
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Loads</h3>
      <Table stacked caption="Shares of each person, before and after">
        <thead>
          <tr>
            <Th>Person</Th>
            <Th numeric>Before</Th>
            <Th numeric>More</Th>
            <Th numeric>After</Th>
            <Th numeric>Quota</Th>
            <Th className="max-sm:hidden">
              <span className="sr-only">Drawn</span>
            </Th>
          </tr>
        </thead>
        <tbody>
          {people.map(({ userId, name, before, added, quota }) => (
            <Tr key={userId}>
              <Th scope="row">
                <bdi>{name}</bdi>
              </Th>
              <Td label="Before" numeric>
                {before}
              </Td>
              <Td label="More" numeric>
                {added}
              </Td>
              <Td label="After" numeric>
                {before + added}
              </Td>
              <Td label="Quota" numeric>
                {quota ?? 'none'}
              </Td>
              <Td className="w-1/4 max-sm:hidden">
                <span aria-hidden className="flex h-4 overflow-hidden rounded bg-sunken">
                  <span className="bg-control" style={{ width: `${(100 * before) / most}%` }} />
                  <span className="bg-accent" style={{ width: `${(100 * added) / most}%` }} />
                </span>
              </Td>
            </Tr>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

const percent = (count: number, of: number) => `${of === 0 ? 0 : Math.round((1000 * count) / of) / 10} %`

function Pairs({ pairs }: Pick<RulePreview, 'pairs'>) {
  if (pairs.possible === 0 || pairs.first.length === 0) return null
  return (
    <div className="flex flex-col gap-2">
      <h3 className="font-medium text-sm">Pairs</h3>
      <p className="text-sm">
        {pairs.meeting === pairs.possible ? `All ${pairs.possible}` : `${pairs.meeting} of ${pairs.possible}`} pairs
        meet: {pairs.least === pairs.most ? `each in ${pairs.most}` : `in ${pairs.least} to ${pairs.most}`} of{' '}
        {counted(pairs.of, 'task')} with two or more people, at most {percent(pairs.most, pairs.of)}.
      </p>
      <Folded title={pairs.first.length < pairs.meeting ? `The ${pairs.first.length} that meet most` : 'Each pair'}>
        <Table caption="How often each pair meets">
          <thead>
            <tr>
              <Th>Pair</Th>
              <Th numeric>Before</Th>
              <Th numeric>After</Th>
              <Th numeric>Of the tasks</Th>
            </tr>
          </thead>
          <tbody>
            {pairs.first.map(({ a, b, before, added }) => (
              <Tr key={`${a} ${b}`}>
                <Th scope="row">
                  <bdi>{a}</bdi> and <bdi>{b}</bdi>
                </Th>
                <Td numeric>{before}</Td>
                <Td numeric>{before + added}</Td>
                <Td numeric>{percent(before + added, pairs.of)}</Td>
              </Tr>
            ))}
          </tbody>
        </Table>
      </Folded>
    </div>
  )
}

/** Where the limit on pairs stops everything: what so many people could keep at all. */
function PairAdvice({ pairs, left }: Pick<RulePreview, 'pairs' | 'left'>) {
  if (pairs.leastLimit === null || left.every(({ reason }) => reason !== 'pairs')) return null
  const least = Math.ceil(pairs.leastLimit * 10) / 10
  return (
    <p className="text-sm">
      So few people make {counted(pairs.possible, 'pair')}: one of them meets in {least} % of the tasks at least. Choose
      more people, or a higher limit.
    </p>
  )
}
