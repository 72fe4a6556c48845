import { expect, test } from 'vitest'
import { Session } from './http'
import { type Recording, Replay, recordTo, tokensIn, withExcerpts, withoutSecrets } from './recording'

const token = 'abcdefghij'.repeat(4)

async function recorded(): Promise<Recording> {
  const exchanges: Recording['exchanges'] = []
  const session = new Session(
    recordTo(exchanges, async ({ path }) => ({
      status: 200,
      cookies: path === '/in' ? [`session=${token}; Path=/; HttpOnly`] : [],
      body: path === '/file' ? Buffer.from([0, 255, 254]) : Buffer.from(JSON.stringify({ token })),
    })),
  )
  await session.ask('POST', '/in', { form: { password: 'a word of one’s own' } })
  await session.ask('GET', `/done?token=${token}`)
  await session.bytes('GET', '/file')
  return { of: 'a tool', on: '2026-01-01', exchanges }
}

test('what is recorded is answered again, in this order only, without its secrets', async () => {
  const { exchanges, ...rest } = await recorded()
  const secrets = new Map([['a word of one’s own', 'password'], ...tokensIn(exchanges)])
  const clean = { ...rest, exchanges: withoutSecrets(exchanges, secrets) }
  expect(JSON.stringify(clean)).not.toContain(token)
  expect(JSON.stringify(clean)).not.toContain('own')
  const replay = new Replay(clean)
  const session = new Session(replay.send)
  expect(await session.ask('POST', '/in', { form: { password: 'password' } })).toBe('{"token":"secret-1"}')
  expect(session.cookie('session')).toBe('secret-1')
  await session.ask('GET', '/done?token=secret-1')
  expect([...(await session.bytes('GET', '/file'))]).toEqual([0, 255, 254])
  expect(replay.left).toBe(0)
})

test('another request, another body and one more are refused', async () => {
  const recording = await recorded()
  const again = () => new Session(new Replay(recording).send)
  await expect(again().ask('GET', '/in')).rejects.toThrow('request 1 is GET /in; recorded: POST /in')
  await expect(again().ask('POST', '/in', { form: { password: 'b' } })).rejects.toThrow('sends')
  const none = new Session(new Replay({ ...recording, exchanges: [] }).send)
  await expect(none.ask('GET', '/in')).rejects.toThrow('recorded: no more')
})

test('of a page only the lines are kept that are read, and it is said', () => {
  const page = '<!doctype html>\n<html lang="en">\n<p>about</p>\n<input id="instance_id" value="a"/>\n</html>'
  const exchange = { method: 'GET', path: '/', sent: '', status: 200, cookies: [] }
  const [cut, whole] = withExcerpts([
    { ...exchange, text: page },
    { ...exchange, text: '{"html": 1}' },
  ])
  expect(cut).toEqual({ ...exchange, text: '<input id="instance_id" value="a"/>', excerpt: true })
  expect(whole).toEqual({ ...exchange, text: '{"html": 1}' })
})
