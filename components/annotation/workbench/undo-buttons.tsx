'use client'
import { History, Redo2, Undo2 } from 'lucide-react'
import { useId, useRef } from 'react'
import { Button } from '@/components/ui/button'
import { ButtonLink } from '@/components/ui/link'
import { useFetchedAround } from '@/components/ui/use-fetched'
import { useBench } from './bench-context'
import { BENCH_KEYS } from './keys'

const loadTooltip = () => import('@/components/ui/tooltip').then(({ Tooltip }) => Tooltip)

interface UndoButtonsProps {
  canUndo: boolean
  canRedo: boolean
  onUndo(): void
  onRedo(): void
}

const ICON = 'size-4'
const FROZEN = 'Nothing here can be undone any more. The time line shows every step.'
const ANEW = 'Undo began anew with this round. The time line shows the rounds before it.'

/** Undo, redo, and the time line with all that was done, also in rounds that cannot be undone any more. */
export function UndoButtons({ canUndo, canRedo, onUndo, onRedo }: UndoButtonsProps) {
  const { workbench, readOnly } = useBench()
  const note = readOnly ? FROZEN : workbench.round > 1 && !canUndo ? ANEW : null
  return (
    <>
      {note ? (
        <IdleUndo note={note} />
      ) : (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Undo"
          hiddenShortcut={BENCH_KEYS.undo}
          disabled={!canUndo}
          onClick={onUndo}
        >
          <Undo2 aria-hidden className={ICON} />
        </Button>
      )}
      {readOnly ? null : (
        <Button
          variant="ghost"
          size="icon"
          aria-label="Redo"
          hiddenShortcut={BENCH_KEYS.redo}
          disabled={!canRedo}
          onClick={onRedo}
        >
          <Redo2 aria-hidden className={ICON} />
        </Button>
      )}
      <ButtonLink
        variant="ghost"
        size="icon"
        aria-label="Time line"
        prefetch={false}
        href={`/projects/${workbench.projectId}/tasks/${workbench.taskId}/timeline`}
      >
        <History aria-hidden className={ICON} />
      </ButtonLink>
    </>
  )
}

/** It can have the focus, so that everybody can learn why it does nothing. */
function IdleUndo({ note }: { note: string }) {
  const id = useId()
  const ref = useRef<HTMLButtonElement>(null)
  const Tooltip = useFetchedAround(ref, loadTooltip)
  const button = (
    <Button ref={ref} variant="ghost" size="icon" aria-label="Undo" aria-disabled aria-describedby={id}>
      <Undo2 aria-hidden className={ICON} />
    </Button>
  )
  return (
    <>
      {Tooltip ? (
        <Tooltip content={note} side="bottom">
          {button}
        </Tooltip>
      ) : (
        button
      )}
      <span id={id} hidden>
        {note}
      </span>
    </>
  )
}
