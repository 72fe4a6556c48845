import type { ComponentType } from 'react'
import type { Bench } from '@/components/annotation/bench-context'
import type { KeyBinding } from '@/lib/client/keyboard'
import type { UnitDraft } from '@/lib/protocols/protocol'

/** What a protocol brings to the workbench. Keys of options come from the protocol itself. */
export interface ProtocolView {
  /** The questions of the open unit. */
  UnitForm: ComponentType<{ unit: UnitDraft }>
  /** What is asked about the item as a whole, always in sight. */
  ItemForm: ComponentType<{ unit: UnitDraft }>
  /** Keys beyond those of the options; a key without a handler does nothing. */
  bindings: readonly KeyBinding[]
  handlers(bench: Bench): Record<string, (() => void) | undefined>
}
