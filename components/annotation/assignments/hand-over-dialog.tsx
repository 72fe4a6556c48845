'use client'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '@/components/ui/button'
import { Callout } from '@/components/ui/callout'
import { Checkbox } from '@/components/ui/checkbox'
import { Dialog } from '@/components/ui/dialog'
import { SegmentedControl } from '@/components/ui/segmented-control'
import { toast } from '@/components/ui/toast'
import type { Assignments } from '@/lib/annotation/assignments/contract'
import type { HandOverPreview } from '@/lib/annotation/assignments/hand-over/contract'
import { handOverQuery, useHandOver } from '@/lib/annotation/assignments/hand-over/hooks'
import { counted } from '@/lib/text/counted'
import { TeamSelect } from './team-select'

type Person = Assignments['people'][number]

const WAYS = [
  { value: 'queue', label: 'Back to the queue' },
  { value: 'people', label: 'To people' },
] as const

interface HandOverDialogProps {
  projectId: string
  /** Who holds the shares. */
  person: Person
  others: Person[]
  onClose: () => void
}

/** Moves all that somebody holds at once: what moves, and to whom, is shown before. */
export function HandOverDialog({ projectId, person, others, onClose }: HandOverDialogProps) {
  const [way, setWay] = useState<(typeof WAYS)[number]['value']>('queue')
  const [chosen, setChosen] = useState<string[]>([])
  const toUserIds = way === 'queue' ? [] : chosen.toSorted()
  const isReady = way === 'queue' || chosen.length > 0
  const body = { fromUserId: person.userId, toUserIds }
  const preview = useQuery({ ...handOverQuery(projectId, body), enabled: isReady, placeholderData: keepPreviousData })
  const handOver = useHandOver(projectId)
  const readyPreview = isReady ? preview.data : undefined
  const move = (fingerprint: string) =>
    handOver.mutate(
      { ...body, fingerprint },
      {
        onSuccess: ({ moved }) => {
          toast.success(`${counted(moved, 'share')} of ${person.name} moved`)
          onClose()
        },
      },
    )
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Hand over what ${person.name} holds`}
      description="Everything that is not submitted, in this project. What they have drafted is kept, and nobody else sees it."
      footer={
        <Button
          variant="primary"
          loading={handOver.isPending}
          disabled={!readyPreview || readyPreview.moved === 0 || preview.isPlaceholderData}
          onClick={() => readyPreview && move(readyPreview.fingerprint)}
        >
          {readyPreview ? `Move ${counted(readyPreview.moved, 'share')}` : 'Move'}
        </Button>
      }
    >
      <div className="flex flex-col gap-4">
        <SegmentedControl label="Where to" options={WAYS} value={way} onValueChange={setWay} />
        {way === 'people' ? (
          <>
            <TeamSelect
              projectId={projectId}
              onChoose={(userIds) => setChosen(userIds.filter((id) => others.some(({ userId }) => userId === id)))}
            />
            <fieldset className="flex max-h-60 flex-col gap-2 overflow-y-auto p-1">
              <legend className="mb-1 font-medium text-sm">People, who get about as many each</legend>
              {others.map(({ userId, name, role, open }) => (
                <Checkbox
                  key={userId}
                  label={<bdi>{name}</bdi>}
                  hint={`${role}, ${open} open`}
                  checked={chosen.includes(userId)}
                  onCheckedChange={(on) =>
                    setChosen((before) => (on === true ? [...before, userId] : before.filter((id) => id !== userId)))
                  }
                />
              ))}
            </fieldset>
          </>
        ) : null}
        <div aria-live="polite" className="flex flex-col gap-3">
          {readyPreview ? <Moves preview={readyPreview} toQueue={way === 'queue'} /> : null}
        </div>
        {preview.error ? <Callout tone="danger">{preview.error.message}</Callout> : null}
        {handOver.error ? (
          <Callout tone="danger" title="Nothing was moved">
            {handOver.error.message}
          </Callout>
        ) : null}
      </div>
    </Dialog>
  )
}

const STAYING: Record<HandOverPreview['staying'][number]['reason'], string> = {
  takers: 'nobody chosen takes what they are about',
  barred: 'those chosen hold a share of them, have skipped them, had them taken away, or have read their answers',
  quota: 'those chosen are at their quota',
  unsearched: 'no way to give them was looked for further; hand over the others first, then again',
}

function Moves({ preview, toQueue }: { preview: HandOverPreview; toQueue: boolean }) {
  const { moved, drafts, questions, people, staying, shared, beyond } = preview
  const besides = [
    ...(drafts > 0 ? [`${counted(drafts, 'draft')} ${drafts === 1 ? 'is' : 'are'} kept`] : []),
    ...(questions > 0
      ? [`${counted(questions, 'open question')} to managers ${questions === 1 ? 'ends' : 'end'}`]
      : []),
  ]
  return (
    <>
      <p className="text-sm">
        {counted(moved, 'share')} would move{toQueue ? ' back to the queue' : ''}
        {besides.length > 0 ? `; ${besides.join(', ')}` : ''}.
        {beyond > 0 ? ` ${counted(beyond, 'further share')} will have to wait for another time.` : ''}
      </p>
      {people.length > 0 && moved > 0 ? (
        <ul className="list-disc ps-5 text-sm">
          {people.map(({ userId, name, before, added }) => (
            <li key={userId}>
              <bdi>{name}</bdi>: {added} more, {before + added} in all
            </li>
          ))}
        </ul>
      ) : null}
      {staying.length > 0 ? (
        <Callout tone="warning" live={false} title="Not all of it can move">
          <ul>
            {staying.map(({ reason, items, positions }) => (
              <li key={reason}>
                {counted(items, 'share')} would stay: {STAYING[reason]} ({items === 1 ? 'item' : 'items'}{' '}
                {positions.join(', ')}
                {items > positions.length ? ', …' : ''}).
              </li>
            ))}
          </ul>
        </Callout>
      ) : null}
      {shared > 0 ? (
        <p className="text-muted text-sm">
          {counted(shared, 'task')} that you annotate too {shared === 1 ? 'stays' : 'stay'} as{' '}
          {shared === 1 ? 'it is' : 'they are'}: how far your partner is, nobody tells you.
        </p>
      ) : null}
    </>
  )
}
