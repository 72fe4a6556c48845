import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { manifests } from '@/lib/protocols'

const STEPS = ['import', 'pre-fill', 'annotate by keyboard', 'consolidate', 'agreement', 'export round trip', 'demo']

describe.each(manifests.map((manifest) => ({ id: manifest.work.id, manifest })))('the README of $id', (each) => {
  const { id, manifest } = each
  const text = readFileSync(`lib/protocols/${id}/README.md`, 'utf8')
  const rows = [...text.matchAll(/^\| (.+?) \| (.+) \|$/gm)]
    .map(([, step = '', word = '']) => ({ step, word }))
    .slice(1)

  it('says of every step yes, no, or that votes are tallied', () => {
    expect(text.startsWith(`# ${manifest.definition.title}\n\`${id}\`. `)).toBe(true)
    expect(rows.map(({ step }) => step)).toEqual(STEPS)
    expect(rows.filter(({ word }) => !/^(yes|no|votes: tallied)[:,] ?\S/.test(word))).toEqual([])
  })

  it('names tests that are there, one for each yes', () => {
    const tests = rows.map(({ word }) =>
      [...word.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`/g)].map(([, file]) => file),
    )
    expect(tests.flat().filter((file) => !file || !existsSync(file))).toEqual([])
    expect(rows.filter(({ word }, row) => !word.startsWith('no') && tests[row]?.length === 0)).toEqual([])
  })

  it('says of pre-fill what the manifest says', () => {
    expect(rows.find(({ step }) => step === 'pre-fill')?.word.startsWith('yes')).toBe(manifest.pipeline !== undefined)
  })
})
