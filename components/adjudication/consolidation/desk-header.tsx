'use client'
import { ArrowRight, BookOpen, Check, History, Search } from 'lucide-react'
import { SavePill } from '@/components/annotation/workbench/save-pill'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { ButtonLink, Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { DiscardDialog } from '@/components/workspace/items/discard-dialog'
import { SendBackDialog } from '@/components/workspace/items/send-back-dialog'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { TASK_STATE_TEXT } from '@/lib/workspace/tasks/contract'
import { CAUSE_BINDINGS, DESK_BINDINGS, DESK_KEYS } from './bindings'
import { useDeskContext } from './desk-context'
import { LIST_BINDINGS } from './list-keys'
import type { useItemCommands } from './use-item-commands'
import { whenSaved } from './when-saved'

const ALL_BINDINGS = [...DESK_BINDINGS, ...CAUSE_BINDINGS]
const WITH_LISTS = [...ALL_BINDINGS, ...LIST_BINDINGS]

type DeskHeaderProps = {
  commands: ReturnType<typeof useItemCommands>
  onGuidelines: () => void
  onReplay: () => void
  onRefuse: () => void
  /** The task has left this page: sent back or discarded. */
  onLeft: () => void
}

/** Where one is, how far the item is settled, and what is done with it as a whole. */
export function DeskHeader({ commands, onGuidelines, onReplay, onRefuse, onLeft }: DeskHeaderProps) {
  const { view, waiting, agenda, protocol, stage } = useDeskContext()
  const { abilities, projectId, itemId, taskId } = view
  const differing = agenda.filter((entry) => entry.group !== 'agreed')
  const settled = differing.filter((entry) => entry.settled !== null).length
  const place = { projectId, itemId, taskId, onDone: onLeft }
  return (
    <header className="sticky top-14 z-20 border-line border-b bg-canvas px-4 py-3 max-sm:static sm:px-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-64">
          <p className="truncate text-muted text-sm">
            <Link href={`/projects/${projectId}/review`}>Review</Link> · {view.projectName}
          </p>
          <h1 dir="auto" className="truncate font-semibold text-lg">
            {view.item.position}. {view.item.title}
          </h1>
        </div>
        <Badge tone={view.state === 'gold' ? 'positive' : 'accent'}>{TASK_STATE_TEXT[view.state]}</Badge>
        {differing.length > 0 ? (
          <ProgressBar
            label="Settled"
            value={settled}
            max={differing.length}
            valueText={`${settled} of ${differing.length}`}
            showLabel
            className="w-36 max-sm:w-full"
          />
        ) : null}
        {takesPart(view) || waiting.status.state !== 'saved' ? <SavePill status={waiting.status} /> : null}
        <div className="flex flex-wrap items-center gap-2">
          <Button
            variant="ghost"
            shortcut={DESK_KEYS.guidelines}
            icon={<BookOpen aria-hidden className="size-4" />}
            onClick={onGuidelines}
          >
            Guidelines
          </Button>
          <Button
            variant="ghost"
            shortcut={DESK_KEYS.replay}
            icon={<Search aria-hidden className="size-4" />}
            onClick={onReplay}
          >
            Searches
          </Button>
          <ButtonLink
            variant="ghost"
            icon={<History aria-hidden className="size-4" />}
            prefetch={false}
            href={`/projects/${projectId}/tasks/${taskId}/timeline`}
          >
            Time line
          </ButtonLink>
          <ShortcutSheet bindings={stage.questions.some(({ list }) => list) ? WITH_LISTS : ALL_BINDINGS} />
          {abilities.sendBack ? <SendBackDialog {...place} before={() => whenSaved(waiting, 'sent back')} /> : null}
          {abilities.discard ? (
            <DiscardDialog
              {...place}
              reasons={protocol.discardReasons}
              before={() => whenSaved(waiting, 'discarded')}
            />
          ) : null}
          <MainAction commands={commands} onRefuse={onRefuse} />
        </div>
      </div>
    </header>
  )
}

const takesPart = ({ abilities }: ConsolidationView) => abilities.adjudicate || abilities.discuss || abilities.reply

function MainAction({ commands, onRefuse }: Pick<DeskHeaderProps, 'commands' | 'onRefuse'>) {
  const { confirm, approve, nextItem, missing, isPending } = commands
  const check = <Check aria-hidden className="size-4" />
  if (confirm)
    return (
      <Button variant="primary" shortcut={DESK_KEYS.confirm} icon={check} loading={isPending} onClick={confirm}>
        {missing.length === 0 ? 'Confirm the item' : `Confirm (${missing.length} open)`}
      </Button>
    )
  if (approve)
    return (
      <>
        <Button shortcut={DESK_KEYS.refuse} onClick={onRefuse}>
          Refuse
        </Button>
        <Button variant="primary" shortcut={DESK_KEYS.confirm} icon={check} loading={isPending} onClick={approve}>
          Approve
        </Button>
      </>
    )
  return (
    <Button
      variant="primary"
      shortcut={DESK_KEYS.nextItem}
      icon={<ArrowRight aria-hidden className="size-4 rtl:rotate-180" />}
      onClick={nextItem}
    >
      Next item
    </Button>
  )
}
