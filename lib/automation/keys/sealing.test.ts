import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { open, presentSecretId, seal } from './sealing'

const SECRET = 'a-secret-of-this-test-0123456789'
const OTHER = 'another-secret-of-this-test-01234'
const OWN = 'a-secret-for-keys-alone-0123456789'
const none = { ASSAY_KEYS_SECRET: undefined, ASSAY_KEYS_SECRET_BEFORE: undefined }
const first = { ...none, NEXTAUTH_SECRET: SECRET }

describe('a sealed key', () => {
  it('opens as what it was, for its provider alone, and holds nothing of it in the clear', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 8, maxLength: 500, unit: 'binary-ascii' }), (key) => {
        const sealed = seal('serper', key, first)
        expect(open('serper', sealed, first)).toBe(key)
        expect(open('brave', sealed, first)).toBeNull()
        expect(Buffer.from(sealed.sealed).includes(key)).toBe(false)
      }),
    )
  })

  it('is another each time', () => {
    expect(seal('serper', 'the same key', first).sealed).not.toEqual(seal('serper', 'the same key', first).sealed)
  })

  it('does not open under another secret, nor after a single bit has changed', () => {
    const kept = seal('serper', 'a key of a provider', first)
    expect(open('serper', kept, { ...none, NEXTAUTH_SECRET: OTHER })).toBeNull()
    // Under its own name, so that another secret is really tried.
    const renamed = { ...kept, secretId: presentSecretId({ ...none, NEXTAUTH_SECRET: OTHER }) }
    expect(open('serper', renamed, { ...none, NEXTAUTH_SECRET: OTHER })).toBeNull()
    for (let at = 0; at < kept.sealed.length; at++) {
      const sealed = Uint8Array.from(kept.sealed, (byte, index) => (index === at ? byte ^ 1 : byte))
      expect(open('serper', { ...kept, sealed }, first)).toBeNull()
    }
    for (const length of [0, 1, 28, 29])
      expect(open('serper', { ...kept, sealed: kept.sealed.slice(0, length) }, first)).toBeNull()
  })

  it('opens under the secret before, and under that of sessions where keys have one of their own since', () => {
    const kept = seal('serper', 'a key of a provider', first)
    const later = { ASSAY_KEYS_SECRET: OWN, ASSAY_KEYS_SECRET_BEFORE: undefined, NEXTAUTH_SECRET: SECRET }
    expect(open('serper', kept, later)).toBe('a key of a provider')
    const rotated = { ...none, ASSAY_KEYS_SECRET_BEFORE: SECRET, NEXTAUTH_SECRET: OTHER }
    expect(open('serper', kept, rotated)).toBe('a key of a provider')
    expect(seal('serper', 'x', later).secretId).toBe(presentSecretId({ ...none, NEXTAUTH_SECRET: OWN }))
    expect(seal('serper', 'x', rotated).secretId).toBe(presentSecretId({ ...none, NEXTAUTH_SECRET: OTHER }))
  })
})
