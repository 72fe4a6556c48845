'use client'
import { useQuery } from '@tanstack/react-query'
import { formatCount } from '@/components/quality/agreement/figure-format'
import { FigureRules } from '@/components/quality/agreement/figure-rules'
import { Callout } from '@/components/ui/callout'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import type { Discussion } from '@/lib/quality/agreement/disagreements/contract'
import { discussionQuery } from '@/lib/quality/agreement/disagreements/hooks'
import { useAgreementStream } from '@/lib/quality/agreement/hooks'
import { DisagreementsFrame } from './disagreements-frame'
import { MovesTable } from './moves-table'
import { OutcomesTable } from './outcomes-table'
import { PeopleTable } from './people-table'
import { TurnsTable } from './turns-table'

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
            What stands under “after” is no agreement of independent annotators, and no evidence that the labels are
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
