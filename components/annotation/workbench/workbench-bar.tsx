'use client'
import { BookOpen, Info, NotebookPen, Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { ProgressBar } from '@/components/ui/progress-bar'
import type { OutboxStatus } from '@/lib/annotation/outbox/outbox-entry'
import { useBench } from './bench-context'
import { BENCH_KEYS } from './keys'
import { SavePill } from './save-pill'
import { UndoButtons } from './undo-buttons'

interface WorkbenchBarProps {
  status: OutboxStatus
  canUndo: boolean
  canRedo: boolean
  onUndo(): void
  onRedo(): void
  onDefinitions(): void
  onGuidelines(): void
  onNotes(): void
  /** Skip, shortcuts, submit. */
  children: ReactNode
}

const ICON = 'size-4'

/** The line on top: where one is, how far, whether it is saved, and what one can do. */
export function WorkbenchBar(props: WorkbenchBarProps) {
  const { workbench, protocol, survey, open, readOnly, showDefinitions, search } = useBench()
  const { answered, asked } = survey
  const { projectId, projectName, item } = workbench
  return (
    <header className="z-20 border-line border-b bg-canvas px-4 py-2 sm:px-6 lg:sticky lg:top-14 print:static">
      <div className="flex flex-wrap items-center gap-x-5 gap-y-1">
        <div className="min-w-0 max-lg:basis-full lg:w-60">
          <p className="truncate text-muted text-xs">
            <Link href={`/projects/${projectId}`}>{projectName}</Link>
            {item.domain ? ` · ${protocol.domains[item.domain] ?? item.domain}` : null}
          </p>
          <h1 className="truncate font-semibold text-sm" dir="auto">
            {item.position}. {item.title}
          </h1>
        </div>
        <div className="flex w-40 items-center gap-2 text-sm max-sm:w-auto max-sm:flex-1">
          <ProgressBar label="Answered" value={answered} max={asked} valueText={`${answered} of ${asked} answered`} />
          <span className="whitespace-nowrap text-muted tabular-nums" aria-hidden>
            {answered}/{asked}
          </span>
        </div>
        {readOnly ? null : <SavePill status={props.status} className="max-lg:hidden" />}
        <div className="ms-auto flex flex-wrap items-center gap-1">
          <UndoButtons canUndo={props.canUndo} canRedo={props.canRedo} onUndo={props.onUndo} onRedo={props.onRedo} />
          <Button
            variant="ghost"
            size="icon"
            aria-label="Search for evidence"
            hiddenShortcut={BENCH_KEYS.search}
            onClick={() => search(open)}
          >
            <Search aria-hidden className={ICON} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Definitions"
            hiddenShortcut={BENCH_KEYS.definitions}
            aria-pressed={showDefinitions}
            onClick={props.onDefinitions}
          >
            <Info aria-hidden className={ICON} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Guidelines"
            hiddenShortcut={BENCH_KEYS.guidelines}
            onClick={props.onGuidelines}
          >
            <BookOpen aria-hidden className={ICON} />
          </Button>
          <Button
            variant="ghost"
            size="icon"
            aria-label="Notes"
            hiddenShortcut={BENCH_KEYS.notes}
            onClick={props.onNotes}
          >
            <NotebookPen aria-hidden className={ICON} />
          </Button>
          {props.children}
        </div>
      </div>
    </header>
  )
}
