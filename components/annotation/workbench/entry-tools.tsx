'use client'
import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { ArrowDown, ArrowUp, Merge, Scissors, Trash2 } from '@/components/ui/icons'
import { useBench } from './bench-context'
import { LIST_KEYS, type ListKey } from './keys'
import { listActs } from './list-acts'
import { isDivisible } from './lists'

const ICON = 'size-4'
const TOOLS: readonly { act: ListKey; text: string; icon: ReactNode }[] = [
  { act: 'moveUp', text: 'Up', icon: <ArrowUp aria-hidden className={ICON} /> },
  { act: 'moveDown', text: 'Down', icon: <ArrowDown aria-hidden className={ICON} /> },
  { act: 'split', text: 'Split at cursor', icon: <Scissors aria-hidden className={ICON} /> },
  { act: 'merge', text: 'Join with next', icon: <Merge aria-hidden className={ICON} /> },
  { act: 'delete', text: 'Delete', icon: <Trash2 aria-hidden className={ICON} /> },
]

const DIVIDING: readonly ListKey[] = ['split', 'merge']
const MOVING: readonly ListKey[] = ['moveUp', 'moveDown']

/**
 * What can be done to the open entry of a list. The buttons stay where they are, possible at the moment or not; those to split and to join
 * are there where entries can ever be divided, those to move where they have an order of their own.
 */
export function EntryTools({ word }: { word: string }) {
  const bench = useBench()
  const acts = listActs(bench)
  const canDivide = bench.openUnit !== undefined && isDivisible(bench.stage, bench.openUnit.kind)
  const isMarked = bench.stage.questions.some(({ list }) => list?.marks && list.kind === bench.openUnit?.kind)
  const tools = TOOLS.filter(({ act }) => (canDivide || !DIVIDING.includes(act)) && !(isMarked && MOVING.includes(act)))
  return (
    <div role="toolbar" aria-label={`Change this ${word}`} className="flex flex-wrap gap-1">
      {tools.map(({ act, text, icon }) => (
        <Button
          key={act}
          size="sm"
          variant="ghost"
          shortcut={LIST_KEYS[act]}
          icon={icon}
          disabled={!acts[act]}
          onClick={acts[act]}
        >
          {text}
        </Button>
      ))}
    </div>
  )
}
