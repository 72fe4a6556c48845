import { describe, expect, it } from 'vitest'
import { viewOf } from '@/components/protocols/views'
import { conflictingKeys, type KeyBinding } from '@/lib/platform/client/keyboard'
import { protocols } from '@/lib/protocols'
import { WORKBENCH_KEYS } from '@/lib/protocols/language/check/assign-keys'
import { BENCH_BINDINGS, fieldBindings, listBindings, optionBindings, stageBindings } from './keys'
import { WHOLE } from './navigation'

describe.each(
  protocols.flatMap((protocol) => protocol.stages.map((stage) => [protocol.id, stage.key, stage] as const)),
)('keys of %s, %s', async (protocolId, _, stage) => {
  const view = await viewOf(protocolId, stage.key)

  it('has forms', () => {
    expect(view.UnitForm).toBeTypeOf('function')
  })

  it('never gives a moving, listing or working key to an option or the protocol', () => {
    const common: readonly KeyBinding[] = [...fieldBindings(stage), ...listBindings(stage), ...BENCH_BINDINGS]
    const options: readonly KeyBinding[] = [...optionBindings(protocolId, stage), ...view.bindings]
    const taken = new Set(common.flatMap((binding) => binding.keys))
    expect(options.flatMap((binding) => binding.keys).filter((keys) => taken.has(keys))).toEqual([])
    expect(conflictingKeys(common)).toEqual([])
  })

  it('names every key once in the sheet', () => {
    const ids = stageBindings(protocolId, stage, view.bindings).map((binding) => binding.id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('tells apart in the sheet what one key does in different places', () => {
    const bindings = stageBindings(protocolId, stage, view.bindings)
    const lines = bindings.map(({ label, group }) => `${group}: ${label}`)
    expect(new Set(lines).size).toBe(lines.length)
    const shared = optionBindings(protocolId, stage).filter(
      ({ keys }, _, all) => all.filter((each) => each.keys[0] === keys[0])[1],
    )
    const kinds = stage.unitKinds.map(({ text }) => text)
    for (const { label } of shared) expect(kinds).toContain(/\((.+?)\):/.exec(label)?.[1] ?? WHOLE)
  })

  it('offers to split and to join only where entries are one text each', () => {
    const kinds = stage.questions.flatMap(({ list }) => list?.kind ?? [])
    const texts = (kind: string) => stage.questions.filter(({ unit, form }) => unit === kind && form === 'text').length
    const ids = listBindings(stage).map(({ id }) => id)
    for (const id of ['split', 'merge'] as const) expect(ids.includes(id)).toBe(kinds.some((kind) => texts(kind) === 1))
  })
})

it('keeps its single letters and digits from the options of protocol files', () => {
  const single = BENCH_BINDINGS.flatMap(({ keys }) => keys).filter((key) => /^[a-z0-9]$/.test(key))
  expect(single).not.toEqual([])
  expect(single.filter((key) => !WORKBENCH_KEYS.includes(key))).toEqual([])
})
