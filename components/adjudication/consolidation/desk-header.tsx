'use client'
import { ArrowRight, BookOpen, Check, ChevronDown, History, Search, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { SavePill } from '@/components/annotation/workbench/save-pill'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/dropdown-menu'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { DiscardDialog } from '@/components/workspace/items/discard-dialog'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import { TASK_STATE_TEXT } from '@/lib/workspace/tasks/contract'
import { CAUSE_BINDINGS, DESK_BINDINGS, DESK_KEYS } from './bindings'
import { useDeskContext } from './desk-context'
import { LIST_BINDINGS } from './list-keys'
import type { useItemCommands } from './use-item-commands'
import { whenSaved } from './when-saved'

const ALL_BINDINGS = [...DESK_BINDINGS, ...CAUSE_BINDINGS]
const WITH_LISTS = [...ALL_BINDINGS, ...LIST_BINDINGS]

type Commands = ReturnType<typeof useItemCommands>

type DeskHeaderProps = {
  commands: Commands
  onGuidelines: () => void
  onReplay: () => void
  onSendBack: () => void
  /** The task has left this page: discarded. */
  onLeft: () => void
}

/** One line: where one is, how far the item is settled, and what is done with it as a whole. */
export function DeskHeader({ commands, onGuidelines, onReplay, onSendBack, onLeft }: DeskHeaderProps) {
  const { view, waiting, agenda, stage, current } = useDeskContext()
  const differing = agenda.filter((entry) => entry.group !== 'agreed')
  const settled = differing.filter((entry) => entry.settled !== null).length
  return (
    <header className="sticky top-14 z-20 border-line border-b bg-canvas px-4 py-2 max-sm:static sm:px-6">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <h1 dir="auto" className="min-w-0 flex-1 basis-48 truncate font-semibold text-base">
          <Link href={`/projects/${view.projectId}/review`} className="font-normal text-sm" title={view.projectName}>
            Review
          </Link>
          <span aria-hidden className="px-1.5 font-normal text-muted">
            ›
          </span>
          <span className="sr-only">: </span>
          {view.item.position}. {view.item.title}
        </h1>
        <Badge tone={view.state === 'gold' ? 'positive' : 'accent'}>{TASK_STATE_TEXT[view.state]}</Badge>
        {differing.length > 0 ? (
          <div className="flex items-center gap-2 text-muted text-sm tabular-nums">
            <ProgressBar
              label="Settled"
              value={settled}
              max={differing.length}
              valueText={`${settled} of ${differing.length}`}
              className="w-14"
            />
            <span aria-hidden>{`${settled} of ${differing.length}`}</span>
          </div>
        ) : null}
        {takesPart(view) || waiting.status.state !== 'saved' ? (
          <SavePill status={waiting.status} className="w-auto" />
        ) : null}
        <div className="flex flex-wrap items-center gap-1">
          <Button
            size="sm"
            variant="ghost"
            shortcut={DESK_KEYS.guidelines}
            icon={<BookOpen aria-hidden className="size-4" />}
            onClick={onGuidelines}
          >
            Guidelines
          </Button>
          <Button
            size="sm"
            variant="ghost"
            shortcut={DESK_KEYS.replay}
            icon={<Search aria-hidden className="size-4" />}
            onClick={onReplay}
          >
            Searches
          </Button>
          <ShortcutSheet bindings={stage.questions.some(({ list }) => list) ? WITH_LISTS : ALL_BINDINGS} />
          <ItemMenu onSendBack={onSendBack} onLeft={onLeft} />
        </div>
        {view.abilities.approve ? (
          <Button size="sm" shortcut={DESK_KEYS.refuse} onClick={onSendBack}>
            Send back
          </Button>
        ) : null}
        {/* Once nothing is open it stands where the question stood. */}
        {current ? <MainAction commands={commands} /> : null}
      </div>
    </header>
  )
}

const takesPart = ({ abilities }: ConsolidationView) => abilities.adjudicate || abilities.discuss || abilities.reply

/** What is seldom done with the item as a whole. */
function ItemMenu({ onSendBack, onLeft }: Pick<DeskHeaderProps, 'onSendBack' | 'onLeft'>) {
  const { view, waiting, protocol } = useDeskContext()
  const { abilities, projectId, itemId, taskId } = view
  const [discarding, setDiscarding] = useState(false)
  const sendsBack = abilities.sendBack && !abilities.approve
  return (
    <>
      <DropdownMenu
        trigger={
          <Button size="sm" variant="ghost">
            Item
            <ChevronDown aria-hidden className="size-4" />
          </Button>
        }
      >
        <MenuLink
          href={`/projects/${projectId}/tasks/${taskId}/timeline`}
          prefetch={false}
          icon={<History aria-hidden className="size-4" />}
        >
          Time line
        </MenuLink>
        {sendsBack || abilities.discard ? <MenuSeparator /> : null}
        {sendsBack ? (
          <MenuItem icon={<Undo2 aria-hidden className="size-4" />} shortcut={DESK_KEYS.refuse} onSelect={onSendBack}>
            Send back
          </MenuItem>
        ) : null}
        {abilities.discard ? (
          <MenuItem tone="danger" icon={<Trash2 aria-hidden className="size-4" />} onSelect={() => setDiscarding(true)}>
            Discard
          </MenuItem>
        ) : null}
      </DropdownMenu>
      {abilities.discard ? (
        <DiscardDialog
          projectId={projectId}
          itemId={itemId}
          taskId={taskId}
          reasons={protocol.discardReasons}
          before={() => whenSaved(waiting, 'discarded')}
          onDone={onLeft}
          open={discarding}
          onOpenChange={setDiscarding}
        />
      ) : null}
    </>
  )
}

/** The act that the item as a whole waits for: the one filled button of the page where nothing else is to be done first. */
export function MainAction({ commands }: { commands: Commands }) {
  const { current } = useDeskContext()
  const { confirm, approve, nextItem, missing, isPending } = commands
  const check = <Check aria-hidden className="size-4" />
  if (confirm)
    return (
      <Button
        size="sm"
        variant={current ? 'secondary' : 'primary'}
        shortcut={DESK_KEYS.confirm}
        icon={check}
        loading={isPending}
        onClick={confirm}
      >
        {missing.length === 0 ? 'Confirm the item' : `Confirm (${missing.length} open)`}
      </Button>
    )
  if (approve)
    return (
      <Button
        size="sm"
        variant="primary"
        shortcut={DESK_KEYS.confirm}
        icon={check}
        loading={isPending}
        onClick={approve}
      >
        Approve
      </Button>
    )
  return (
    <Button
      size="sm"
      variant={current ? 'secondary' : 'primary'}
      shortcut={DESK_KEYS.nextItem}
      icon={<ArrowRight aria-hidden className="size-4 rtl:rotate-180" />}
      onClick={nextItem}
    >
      Next item
    </Button>
  )
}
