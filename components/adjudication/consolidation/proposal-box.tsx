'use client'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { toast } from '@/components/ui/toast'
import { KeysInForce } from '@/components/ui/use-shortcut'
import type { DisagreementView } from '@/lib/adjudication/consolidation/contract'
import type { Question } from '@/lib/protocols/protocol'
import { useDeskContext } from './desk-context'
import { DESK_KEYS } from './keys'
import { ObjectForm } from './object-form'
import { ValueView } from './value-view'
import { laneName } from './words'

type ProposalBoxProps = { disagreement: DisagreementView; question: Question }

/** The value the reviewer proposes, and what each annotator says to it. */
export function ProposalBox({ disagreement, question }: ProposalBoxProps) {
  const { view, current, lanes, talk, mode, setMode, reply, propose, settle, isPending } = useDeskContext()
  if (disagreement.proposal === null) return null
  const failed = (error: Error) => toast.error('This was not saved', { description: error.message })
  const isOpen = current?.settled === null
  const isAccepted = lanes.every(({ id }) =>
    disagreement.replies.some(({ lane, reply: said }) => lane === id && said === 'accept'),
  )
  return (
    <section
      aria-label="Proposal"
      className="space-y-3 rounded-lg border border-accent-border bg-accent-surface/40 p-3 text-sm"
    >
      <h3 className="font-semibold text-sm">Proposed by the reviewer</h3>
      <ValueView question={question} unit={disagreement.unit} value={disagreement.proposal} />
      <ul className="flex flex-wrap gap-2">
        {lanes.map((lane) => {
          const laneReply = disagreement.replies.find((each) => each.lane === lane.id)?.reply
          const tone = laneReply === 'accept' ? 'positive' : laneReply === 'object' ? 'negative' : 'neutral'
          const words = laneReply === 'accept' ? 'accepted' : laneReply === 'object' ? 'objected' : 'no answer yet'
          return (
            <li key={lane.id}>
              <Badge tone={tone}>{`${laneName(view, lane.id)}: ${words}`}</Badge>
            </li>
          )
        })}
      </ul>
      {view.abilities.reply && isOpen && mode !== 'object' ? (
        <div className="flex flex-wrap gap-2">
          <Button
            size="sm"
            shortcut={DESK_KEYS.accept}
            loading={isPending}
            onClick={() => void reply('accept', '').catch(failed)}
          >
            Accept
          </Button>
          <Button size="sm" shortcut={DESK_KEYS.object} onClick={() => setMode('object')}>
            Object
          </Button>
        </div>
      ) : null}
      {mode === 'object' && !talk ? (
        <KeysInForce value>
          <ObjectForm />
        </KeysInForce>
      ) : null}
      {view.abilities.adjudicate && isOpen && isAccepted ? (
        <Button
          size="sm"
          loading={isPending}
          onClick={() => void settle(disagreement.proposal, 'The annotators accepted the proposal.').catch(failed)}
        >
          Settle it as proposed
        </Button>
      ) : null}
      {view.abilities.adjudicate && isOpen ? (
        <Button size="sm" variant="ghost" loading={isPending} onClick={() => void propose(null, '').catch(failed)}>
          Withdraw the proposal
        </Button>
      ) : null}
    </section>
  )
}
