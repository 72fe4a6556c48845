/** Protocols that are built in and written as files: what they say is written beside them, their own tests hold, and their pages read no file. */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { protocolById } from '@/lib/protocols'
import { compileProtocol } from '@/lib/protocols/language/compile/compile-protocol'
import { runTests } from '@/lib/protocols/language/run-tests'
import { builtInFiles, definitionIn, writtenBeside } from './protocols'

describe.each(builtInFiles())('%s', (file) => {
  const definition = definitionIn(file)
  const beside = (name: string) => path.join(path.dirname(file), name)

  it('has the id of its folder, by which stored projects name it', () => {
    expect(definition.id).toBe(path.basename(path.dirname(file)))
  })

  it('is written beside it as it is; else run `npm run protocols`', () => {
    for (const [name, text] of Object.entries(writtenBeside(definition)))
      expect(readFileSync(beside(name), 'utf8'), name).toBe(text)
  })

  it('keeps its own tests, and practice that can be practised with', async () => {
    expect(definition.tests.length).toBeGreaterThan(0)
    expect(definition.practice?.length ?? 0).toBeGreaterThan(0)
    expect((await runTests(definition, protocolById(definition.id), async () => null)).problems).toEqual([])
  })

  it('keeps them as a copy does, without what is written in TypeScript', async () => {
    expect((await runTests(definition, compileProtocol(definition), async () => null)).problems).toEqual([])
  })
})

it('finds the files', () => {
  expect(builtInFiles().length).toBeGreaterThan(0)
})
