import { describe, expect, it } from 'vitest'
import { describeConformance } from './conformance'
import { samples } from './conformance-samples'
import { protocolById, protocols, stageByKey } from './index'

for (const protocol of protocols) describeConformance(protocol, samples[protocol.id] ?? [])

describe('the registry', () => {
  it('holds each protocol once', () => {
    const ids = protocols.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('finds protocols and stages by name, or says that there is none', () => {
    for (const protocol of protocols) {
      expect(protocolById(protocol.id)).toBe(protocol)
      for (const stage of protocol.stages) expect(stageByKey(protocol, stage.key)).toBe(stage)
      expect(() => stageByKey(protocol, 'nowhere')).toThrow(`The protocol "${protocol.id}" has no stage "nowhere".`)
    }
    expect(() => protocolById('unheard-of')).toThrow('There is no protocol "unheard-of" in this version.')
  })
})
