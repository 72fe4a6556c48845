import { afterEach, expect, it, test, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '@/lib/platform/api/endpoint'
import { UNSTORABLE_TEXT } from '@/lib/platform/api/input'
import { call } from './fetch-json'
import { fieldWords } from './field-words'

afterEach(() => vi.unstubAllGlobals())

test.each([
  ['body.body', '/api/tasks/{taskId}/comments', 'Remark'],
  ['body.body', '/api/projects/{projectId}/guidelines', 'Text'],
  ['body.knownGaps', '', 'Known gaps'],
  ['body.card.knownGaps', '', 'Known gaps'],
  ['body.prompts.2', '', 'Prompts, entry 3'],
  ['body.answers.0.value', '', 'Answer'],
  ['body.value.\0', '', 'Answer'],
  ['body', '', ''],
])('%s of %s is called %s', (path, of, words) => expect(fieldWords(path, of)).toBe(words))

it('says what was refused in words of the form, and keeps the paths for programs', async () => {
  const issues = [{ path: 'body.body', message: UNSTORABLE_TEXT }]
  const detail = `body.body: ${UNSTORABLE_TEXT}`
  vi.stubGlobal('fetch', async () =>
    Response.json(
      { type: 'about:blank', title: '', status: 400, code: 'invalid_request', detail, issues },
      { status: 400 },
    ),
  )
  const comments = endpoint({
    method: 'POST',
    path: '/api/tasks/{taskId}/comments',
    summary: 'Add a remark',
    tag: 'comments',
    auth: 'actor',
    params: z.object({ taskId: z.uuid() }),
    body: z.object({ body: z.string() }),
    response: 'empty',
  })
  await expect(call(comments, { params: { taskId: 't' }, body: { body: 'a\0' } })).rejects.toMatchObject({
    message: `Remark: ${UNSTORABLE_TEXT}`,
    problem: { detail, issues },
  })
})
