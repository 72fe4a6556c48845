'use client'
import { type ReactNode, useMemo, useState } from 'react'
import { More } from '@/components/annotation/workbench/more'
import type { BarAct } from '@/components/annotation/workbench/more-dialog'
import { SavePill } from '@/components/annotation/workbench/save-pill'
import { SHELL_KEYS } from '@/components/shell/keys'
import { ShortcutSheet } from '@/components/shell/shortcut-sheet'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { cn } from '@/components/ui/cn'
import { DropdownMenu, MenuItem, MenuLink, MenuSeparator } from '@/components/ui/dropdown-menu'
import {
  ArrowRight,
  BookOpen,
  Check,
  ChevronDown,
  History,
  Keyboard,
  ListChecks,
  Search,
  Trash2,
  Undo2,
} from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import { KeysInForce } from '@/components/ui/use-shortcut'
import { DiscardDialog } from '@/components/workspace/items/discard-dialog'
import type { ConsolidationView } from '@/lib/adjudication/consolidation/contract'
import type { WaitingChoices } from '@/lib/adjudication/consolidation/waiting/hooks'
import type { KeyBinding } from '@/lib/platform/client/keyboard'
import { TASK_STATE_TEXT } from '@/lib/workspace/tasks/contract'
import { type Mode, useDeskContext } from './desk-context'
import { deskHelp } from './desk-help'
import { DESK_KEYS } from './keys'
import { kindName } from './units'
import type { useItemCommands } from './use-item-commands'
import { whenSaved } from './when-saved'

const ICON = 'size-4'

type Commands = ReturnType<typeof useItemCommands>

type DeskHeaderProps = {
  commands: Commands
  onGuidelines: () => void
  onReplay: () => void
  onSendBack: () => void
  /** The task has left this page: discarded. */
  onLeft: () => void
}

/** One line, on narrow screens too: where one is, how far the item is settled, and what is done with it as a whole. */
export function DeskHeader(props: DeskHeaderProps) {
  const { commands, onGuidelines, onReplay, onSendBack } = props
  const { view, waiting, agenda, stage, current, question, disagreement, talk, mode } = useDeskContext()
  const [shortcuts, setShortcuts] = useState(false)
  const [discarding, setDiscarding] = useState(false)
  const isList = question?.list !== undefined
  const isOffered = Boolean(talk?.offered ?? disagreement?.proposal)
  const help = useMemo(
    () =>
      deskHelp(view, stage, {
        isOpen: current?.settled === null,
        isList,
        isOffered,
        mode,
        kind: current ? kindName(stage, view.units, current.unit) : 'unit',
      }),
    [view, stage, current, isList, isOffered, mode],
  )
  const differing = agenda.filter((entry) => entry.group !== 'agreed')
  const settled = differing.filter((entry) => entry.settled !== null).length
  // How far it is says as much as its state, where there is no room for both.
  const showsStanding = view.state === 'consolidating' && differing.length > 0
  const acts = useActs({ ...props, onShortcuts: () => setShortcuts(true), onDiscard: () => setDiscarding(true) })
  return (
    <header className="sticky top-14 z-20 border-line border-b bg-canvas px-4 py-2 max-sm:static sm:px-6 low:static @container">
      <div className="flex items-center gap-x-2 gap-y-1.5 sm:flex-wrap sm:gap-x-3">
        <div className="min-w-0 flex-1 sm:basis-40">
          <NarrowStanding settled={settled} of={view.state === 'consolidating' ? differing.length : 0} />
          {/* The title finds its own direction, and is cut at its end, whichever side that is; the number stands before it. */}
          <h1 className="flex items-baseline font-semibold text-sm sm:text-base">
            <span className="shrink-0 max-sm:hidden">
              <Link
                href={`/projects/${view.projectId}/review`}
                className="font-normal text-sm"
                title={view.projectName}
              >
                Review
              </Link>
              <span aria-hidden className="px-1.5 font-normal text-muted">
                ›
              </span>
              <span className="sr-only">: </span>
            </span>
            <span className="shrink-0">{view.item.position}.&nbsp;</span>
            <span dir="auto" title={view.item.title} className="min-w-0 truncate">
              {view.item.title}
            </span>
          </h1>
        </div>
        <Badge
          tone={view.state === 'gold' ? 'positive' : 'accent'}
          className={cn('max-sm:hidden', showsStanding && '@max-[68rem]:hidden')}
        >
          {TASK_STATE_TEXT[view.state]}
        </Badge>
        {showsStanding ? (
          <div className="flex items-center gap-2 text-muted text-sm tabular-nums max-sm:hidden">
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
        {showsSaving(view, waiting) ? <SavePill status={waiting.status} className="w-auto max-sm:hidden" /> : null}
        <KeysInForce value={mode === 'read'}>
          <div className="flex flex-wrap items-center gap-1 max-sm:hidden">
            <Button
              size="sm"
              variant="ghost"
              shortcut={DESK_KEYS.guidelines}
              icon={<BookOpen aria-hidden className={ICON} />}
              onClick={onGuidelines}
            >
              Guidelines
            </Button>
            <Button
              size="sm"
              variant="ghost"
              shortcut={DESK_KEYS.replay}
              icon={<Search aria-hidden className={ICON} />}
              onClick={onReplay}
            >
              Searches
            </Button>
            <Button
              variant="ghost"
              size="icon"
              aria-label="Keyboard shortcuts"
              aria-haspopup="dialog"
              aria-expanded={shortcuts}
              hiddenShortcut={SHELL_KEYS.shortcuts}
              onClick={() => setShortcuts(true)}
            >
              <Keyboard aria-hidden className={ICON} />
            </Button>
            <ItemMenu onSendBack={onSendBack} onDiscard={() => setDiscarding(true)} />
          </div>
          <More acts={acts} className="sm:hidden" />
          {view.abilities.approve ? (
            <Button size="sm" shortcut={DESK_KEYS.refuse} className="max-sm:hidden" onClick={onSendBack}>
              Send back
            </Button>
          ) : null}
          {/* Once nothing is open it stands where the question stood. */}
          {current ? <MainAction commands={commands} /> : null}
        </KeysInForce>
      </div>
      <ShortcutSheet {...help} open={shortcuts} onOpenChange={setShortcuts} />
      <Discarding open={discarding} onOpenChange={setDiscarding} onLeft={props.onLeft} />
    </header>
  )
}

/** How far the item is, and whether choices are saved, in the small line above its title. */
function NarrowStanding({ settled, of }: { settled: number; of: number }) {
  const { view, waiting } = useDeskContext()
  return (
    <div className="flex items-center gap-1.5 text-muted text-xs sm:hidden">
      {of > 0 ? (
        <span className="whitespace-nowrap tabular-nums">
          {settled}/{of}
          <span className="sr-only"> settled</span>
        </span>
      ) : null}
      {showsSaving(view, waiting) ? (
        <SavePill status={waiting.status} className="min-h-6 w-auto min-w-0 gap-1 text-xs" />
      ) : (
        <span className="truncate leading-6">{TASK_STATE_TEXT[view.state]}</span>
      )}
    </div>
  )
}

const showsSaving = ({ abilities }: ConsolidationView, { status }: WaitingChoices) =>
  abilities.adjudicate || abilities.discuss || abilities.reply || status.state !== 'saved'

type ActsProps = DeskHeaderProps & { onShortcuts: () => void; onDiscard: () => void }

/** All that can be done beside the question and the main act, for screens that have no room for it. */
function useActs({ onGuidelines, onReplay, onSendBack, onShortcuts, onDiscard }: ActsProps): BarAct[] {
  const { view } = useDeskContext()
  const { abilities, projectId, taskId } = view
  const acts: (BarAct | null)[] = [
    act('Guidelines', <BookOpen aria-hidden className={ICON} />, onGuidelines, DESK_KEYS.guidelines),
    act('Searches', <Search aria-hidden className={ICON} />, onReplay, DESK_KEYS.replay),
    act('Keyboard shortcuts', <Keyboard aria-hidden className={ICON} />, onShortcuts, SHELL_KEYS.shortcuts),
    leads('Review', <ListChecks aria-hidden className={ICON} />, `/projects/${projectId}/review`),
    leads('Time line', <History aria-hidden className={ICON} />, `/projects/${projectId}/tasks/${taskId}/timeline`),
    abilities.sendBack || abilities.approve
      ? act('Send back', <Undo2 aria-hidden className={ICON} />, onSendBack, DESK_KEYS.refuse)
      : null,
    abilities.discard ? act('Discard', <Trash2 aria-hidden className={ICON} />, onDiscard) : null,
  ]
  return acts.filter((each) => each !== null)
}

const act = (name: string, icon: ReactNode, onAct: () => void, shortcut?: KeyBinding): BarAct => ({
  name,
  word: name,
  icon,
  shortcut,
  onAct,
})

const leads = (name: string, icon: ReactNode, href: string): BarAct => ({ name, word: name, icon, href })

type ItemMenuProps = { onSendBack: () => void; onDiscard: () => void }

/** What is seldom done with the item as a whole. */
function ItemMenu({ onSendBack, onDiscard }: ItemMenuProps) {
  const { view } = useDeskContext()
  const { abilities, projectId, taskId } = view
  const sendsBack = abilities.sendBack && !abilities.approve
  return (
    <DropdownMenu
      trigger={
        <Button size="sm" variant="ghost">
          Item
          <ChevronDown aria-hidden className={ICON} />
        </Button>
      }
    >
      <MenuLink
        href={`/projects/${projectId}/tasks/${taskId}/timeline`}
        prefetch={false}
        icon={<History aria-hidden className={ICON} />}
      >
        Time line
      </MenuLink>
      {sendsBack || abilities.discard ? <MenuSeparator /> : null}
      {sendsBack ? (
        <MenuItem icon={<Undo2 aria-hidden className={ICON} />} shortcut={DESK_KEYS.refuse} onSelect={onSendBack}>
          Send back
        </MenuItem>
      ) : null}
      {abilities.discard ? (
        <MenuItem tone="danger" icon={<Trash2 aria-hidden className={ICON} />} onSelect={onDiscard}>
          Discard
        </MenuItem>
      ) : null}
    </DropdownMenu>
  )
}

type DiscardingProps = Pick<DeskHeaderProps, 'onLeft'> & { open: boolean; onOpenChange: (open: boolean) => void }

function Discarding({ open, onOpenChange, onLeft }: DiscardingProps) {
  const { view, waiting, protocol } = useDeskContext()
  const { abilities, projectId, itemId, taskId } = view
  if (!abilities.discard) return null
  return (
    <DiscardDialog
      projectId={projectId}
      itemId={itemId}
      taskId={taskId}
      reasons={protocol.discardReasons}
      before={() => whenSaved(waiting, 'discarded')}
      onDone={onLeft}
      open={open}
      onOpenChange={onOpenChange}
    />
  )
}

/** Modes in which a form of their own is open. */
const FORMS: readonly Mode[] = ['edit', 'propose', 'object', 'call']

/**
 * What leads on from the item as a whole, the one filled button of the page. What is said to a single question is never
 * filled: nobody's answer is put forward.
 */
export function MainAction({ commands }: { commands: Commands }) {
  const { mode } = useDeskContext()
  const { confirm, approve, nextItem, missing, isPending } = commands
  // A form that is open has the filled button, until it is sent or left.
  const variant = FORMS.includes(mode) ? 'secondary' : 'primary'
  // On the narrowest screens the room is for how far one is.
  const check = <Check aria-hidden className="size-4 max-[24rem]:hidden" />
  if (confirm)
    return (
      <Button
        size="sm"
        variant={variant}
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
        variant={variant}
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
      variant={variant}
      shortcut={DESK_KEYS.nextItem}
      icon={<ArrowRight aria-hidden className="size-4 rtl:rotate-180" />}
      onClick={nextItem}
    >
      Next item
    </Button>
  )
}
