import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import type { ChatRequest } from './port'
import { choosePort, settingsOf } from './ports'
import { type Script, scriptedModels, scriptRecord } from './scripted'

const folder = mkdtempSync(path.join(tmpdir(), 'script-'))
afterAll(() => rmSync(folder, { recursive: true }))

let files = 0
function fileOf(script: Script | string): string {
  const file = path.join(folder, `${++files}.json`)
  writeFileSync(file, typeof script === 'string' ? script : JSON.stringify(script))
  return file
}

const request: ChatRequest = {
  model: 'large',
  system: '',
  user: 'Is ice lighter than water?',
  temperature: 0,
  maxTokens: 10,
  schema: { name: 'verdict', schema: {} },
  sample: 0,
}
const user = createHash('sha256').update(request.user).digest('hex')
const options = { key: 'k', signal: new AbortController().signal, timeoutMs: 1_000 }

describe('replaying recorded answers', () => {
  const port = scriptedModels(
    fileOf({
      answers: [
        { model: 'large', schema: 'verdict', user, answer: { label: 'true' }, inputTokens: 7, outputTokens: 3 },
        { model: 'large', schema: 'verdict', user, sample: 1, answer: 'No.', outcome: 'refused' },
        { model: 'large', schema: 'text', user, answer: 'It is.' },
      ],
      fallbacks: [{ schema: 'verdict', model: 'small', answer: { label: 'false' } }],
    }),
  )

  it.each([
    ['by what was asked', {}, { outcome: 'ok', text: '{"label":"true"}', inputTokens: 7, outputTokens: 3 }],
    ['by the repetition', { sample: 1 }, { outcome: 'refused', text: 'No.' }],
    ['as plain text', { schema: null }, { outcome: 'ok', text: 'It is.' }],
    ['by the shape alone', { model: 'small', user: 'Anything?' }, { outcome: 'ok', text: '{"label":"false"}' }],
  ])('finds them %s', async (_, over, expected) => {
    expect(await port.chat({ ...request, ...over }, options)).toMatchObject(expected)
  })

  it('counts tokens where none were recorded', async () => {
    expect((await port.chat({ ...request, schema: null }, options)).outputTokens).toBeGreaterThan(0)
  })

  it.each([{ user: 'Anything else?' }, { sample: 2 }, { model: 'other' }])(
    'says so where none is there: %j',
    async (over) => {
      await expect(port.chat({ ...request, ...over }, options)).rejects.toMatchObject({
        code: 'bad_request',
        message: expect.stringContaining('was recorded'),
      })
    },
  )

  it('replays what was recorded of answers', async () => {
    const answer = { outcome: 'ok', text: '{"label": "true"}', inputTokens: 4, outputTokens: 5 } as const
    const recorded = scriptedModels(fileOf({ answers: [scriptRecord(request, answer)] }))
    expect(await recorded.chat(request, options)).toEqual({ ...answer, text: '{"label":"true"}' })
  })

  it.each(['not json', '{"answers": [{"model": 1}]}'])('says so where the file is not one: %s', async (text) => {
    await expect(scriptedModels(fileOf(text)).chat(request, options)).rejects.toMatchObject({ code: 'no_key' })
  })

  it('says so where there is no file', async () => {
    await expect(scriptedModels(undefined).chat(request, options)).rejects.toMatchObject({ code: 'no_key' })
  })
})

describe('which models there are', () => {
  const nothing = {
    OPENAI_API_KEY: undefined,
    OPENAI_BASE_URL: undefined,
    ASSAY_MODEL: undefined,
    ASSAY_EMBEDDING_MODEL: undefined,
    ASSAY_LLM: undefined,
    ASSAY_SCRIPT: undefined,
  }
  const local = { ...nothing, OPENAI_BASE_URL: 'http://me:secret@127.0.0.1:8000/v1/' }

  it('are none without a key or an address', () => expect(choosePort(nothing)).toBeNull())
  it('are those of a local server, without a key', () => expect(choosePort(local)?.id).toBe('openai'))
  it('are those of a key', () => expect(choosePort({ ...nothing, OPENAI_API_KEY: 'sk-1' })?.id).toBe('openai'))
  it('are recorded ones where the environment says so', () => {
    expect(choosePort({ ...local, ASSAY_LLM: 'scripted', ASSAY_SCRIPT: 'x.json' })?.id).toBe('scripted')
  })

  it('embed only with a model for it', () => {
    expect(choosePort(local)?.embed).toBeNull()
    expect(choosePort({ ...local, ASSAY_EMBEDDING_MODEL: 'vectors' })?.embed).not.toBeNull()
  })

  it('are told of without credentials', () => {
    expect(settingsOf({ ...local, ASSAY_MODEL: 'small' })).toEqual({
      configured: true,
      baseUrl: 'http://127.0.0.1:8000/v1',
      standard: 'small',
      embedding: null,
      scripted: false,
    })
  })
})
