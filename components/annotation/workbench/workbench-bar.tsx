'use client'
import { type ReactNode, useId } from 'react'
import { SHELL_KEYS } from '@/components/shell/keys'
import { BarButton, BarLink } from '@/components/ui/bar-button'
import {
  BookOpen,
  History,
  Info,
  Keyboard,
  MessageCircleQuestionMark,
  NotebookPen,
  Redo2,
  Search,
  SkipForward,
  Undo2,
} from '@/components/ui/icons'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { useBench } from './bench-context'
import { BenchSavePill } from './bench-save-pill'
import { BENCH_KEYS } from './keys'
import { More } from './more'
import type { BarAct } from './more-dialog'

interface WorkbenchBarProps {
  status: OutboxStatus
  canUndo: boolean
  canRedo: boolean
  onUndo(): void
  onRedo(): void
  onDefinitions(): void
  onGuidelines(): void
  onNotes?(): void
  onShortcuts(): void
  onSkip?(): void
  onAsk?(): void
  /** Where one practises: it is no task that has a time line or is given back, and nothing is saved before it is answered. */
  practice?: { href: string; name: string }
  /** Submit. */
  children: ReactNode
}

const ICON = 'size-4'
const FROZEN = 'Nothing here can be undone any more. The time line shows every step.'
const ANEW = 'Undo began anew with this round. The time line shows the rounds before it.'

/** The line on top: where one is, how far, whether it is saved, and what one can do. One line on narrow screens too. */
export function WorkbenchBar(props: WorkbenchBarProps) {
  const { workbench, protocol, stage, survey, readOnly, showDefinitions } = useBench()
  const { answered, asked } = survey
  const { projectId, projectName, item } = workbench
  const { practice } = props
  const acts = useActs(props)
  return (
    <header className="z-20 border-line border-b bg-canvas px-4 py-2 sm:px-6 lg:sticky lg:top-14 low:static print:static">
      <div className="flex items-center gap-x-2 gap-y-1 sm:flex-wrap sm:gap-x-3 roomy:flex-nowrap">
        <div className="min-w-0 max-sm:flex-1 sm:max-lg:basis-full lg:w-52 roomy:min-w-40 roomy:flex-1">
          <p className="truncate text-muted text-xs">
            <span className="tabular-nums sm:hidden" aria-hidden>
              {answered}/{asked}
              {' · '}
            </span>
            {stage.title}
            <span className="max-sm:hidden">
              {' · '}
              {practice ? (
                <Link href={practice.href}>{practice.name}</Link>
              ) : (
                <Link href={`/projects/${projectId}`}>{projectName}</Link>
              )}
              {item.domain ? ` · ${protocol.domains[item.domain] ?? item.domain}` : null}
            </span>
          </p>
          <h1 className="flex font-semibold text-sm" title={item.title}>
            <span className="shrink-0">{item.position}.&nbsp;</span>
            <span dir="auto" className="min-w-0 truncate">
              {item.title}
            </span>
          </h1>
        </div>
        <div className="flex w-32 shrink-0 items-center gap-2 text-sm max-sm:hidden roomy:w-28">
          <ProgressBar label="Answered" value={answered} max={asked} valueText={`${answered} of ${asked} answered`} />
          <span className="whitespace-nowrap text-muted tabular-nums" aria-hidden>
            {answered}/{asked}
          </span>
        </div>
        {readOnly || practice ? null : (
          <BenchSavePill status={props.status} className="shrink-0 max-lg:hidden roomy:w-36" />
        )}
        <div className="ms-auto flex max-w-full shrink-0 items-center justify-end gap-0.5 sm:flex-wrap roomy:flex-nowrap">
          <UndoButton {...props} />
          {acts.map((act) =>
            act.href === undefined ? (
              <BarButton
                key={act.name}
                name={act.name}
                word={act.word}
                icon={act.icon}
                shortcut={act.shortcut}
                disabled={act.disabled}
                aria-pressed={act.name === 'Definitions' ? showDefinitions : undefined}
                data-tour={act.name === 'Definitions' || act.name === 'Guidelines' ? 'help' : undefined}
                className="max-sm:hidden"
                onClick={act.onAct}
              />
            ) : (
              <BarLink
                key={act.name}
                name={act.name}
                word={act.word}
                icon={act.icon}
                href={act.href}
                className="max-sm:hidden"
              />
            ),
          )}
          <More acts={acts} className="sm:hidden" />
          {props.children}
        </div>
      </div>
    </header>
  )
}

/** All that the bar can do beside undo and submit, in the order of the bar. */
function useActs(props: WorkbenchBarProps): BarAct[] {
  const { workbench, readOnly, search, open } = useBench()
  const { practice, onNotes, onAsk, onSkip } = props
  const timeline = `/projects/${workbench.projectId}/tasks/${workbench.taskId}/timeline`
  const acts: (BarAct | null)[] = [
    readOnly
      ? null
      : {
          name: 'Redo',
          word: 'Redo',
          icon: <Redo2 aria-hidden className={ICON} />,
          shortcut: BENCH_KEYS.redo,
          disabled: !props.canRedo,
          onAct: props.onRedo,
        },
    practice
      ? null
      : { name: 'Time line', word: 'Time line', icon: <History aria-hidden className={ICON} />, href: timeline },
    practice
      ? null
      : {
          name: 'Search for evidence',
          word: 'Search',
          icon: <Search aria-hidden className={ICON} />,
          shortcut: BENCH_KEYS.search,
          onAct: () => search(open),
        },
    {
      name: 'Definitions',
      word: 'Definitions',
      icon: <Info aria-hidden className={ICON} />,
      shortcut: BENCH_KEYS.definitions,
      onAct: props.onDefinitions,
    },
    {
      name: 'Guidelines',
      word: 'Guidelines',
      icon: <BookOpen aria-hidden className={ICON} />,
      shortcut: BENCH_KEYS.guidelines,
      onAct: props.onGuidelines,
    },
    onNotes
      ? {
          name: 'Notes',
          word: 'Notes',
          icon: <NotebookPen aria-hidden className={ICON} />,
          shortcut: BENCH_KEYS.notes,
          onAct: onNotes,
        }
      : null,
    {
      name: 'Keyboard shortcuts',
      word: 'Keyboard',
      icon: <Keyboard aria-hidden className={ICON} />,
      shortcut: SHELL_KEYS.shortcuts,
      onAct: props.onShortcuts,
    },
    readOnly || !onAsk
      ? null
      : {
          name: 'Ask a manager',
          word: 'Ask',
          icon: <MessageCircleQuestionMark aria-hidden className={ICON} />,
          shortcut: BENCH_KEYS.ask,
          onAct: onAsk,
        },
    readOnly || !onSkip
      ? null
      : {
          name: 'Skip',
          word: 'Skip',
          icon: <SkipForward aria-hidden className={ICON} />,
          shortcut: BENCH_KEYS.skip,
          onAct: onSkip,
        },
  ]
  return acts.filter((act) => act !== null)
}

/** It can have the focus where it does nothing, so that everybody can learn why. */
function UndoButton({ canUndo, onUndo }: Pick<WorkbenchBarProps, 'canUndo' | 'onUndo'>) {
  const { workbench, readOnly } = useBench()
  const id = useId()
  const note = readOnly ? FROZEN : workbench.round > 1 && !canUndo ? ANEW : null
  const icon = <Undo2 aria-hidden className={ICON} />
  if (note === null)
    return (
      <BarButton name="Undo" word="Undo" icon={icon} shortcut={BENCH_KEYS.undo} disabled={!canUndo} onClick={onUndo} />
    )
  return (
    <>
      <BarButton name="Undo" word="Undo" icon={icon} aria-disabled aria-describedby={id} hint={note} />
      <span id={id} hidden>
        {note}
      </span>
    </>
  )
}
