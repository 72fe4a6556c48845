import { describe, expect, it } from 'vitest'
import { viewOf } from '@/components/protocols/registry'
import { conflictingKeys, type KeyBinding } from '@/lib/client/keyboard'
import { protocols } from '@/lib/protocols'
import { BENCH_BINDINGS, optionBindings } from './keys'

describe.each(protocols.flatMap((protocol) => protocol.stages.map((stage) => [protocol.id, stage] as const)))(
  'keys of %s',
  (protocolId, stage) => {
    const view = viewOf(protocolId)

    it('has forms', () => {
      expect(view.UnitForm).toBeTypeOf('function')
    })

    it('never gives a moving or working key to an option', () => {
      const options: readonly KeyBinding[] = [...optionBindings(stage), ...view.bindings]
      const own = new Set(BENCH_BINDINGS.flatMap((binding) => binding.keys))
      expect(options.flatMap((binding) => binding.keys).filter((keys) => own.has(keys))).toEqual([])
      expect(conflictingKeys(BENCH_BINDINGS)).toEqual([])
    })

    it('names every key once in the sheet', () => {
      const ids = [...optionBindings(stage), ...view.bindings, ...BENCH_BINDINGS].map((binding) => binding.id)
      expect(new Set(ids).size).toBe(ids.length)
    })
  },
)
