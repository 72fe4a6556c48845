import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { pool, prisma } from '@/lib/platform/server/db'
import { makeProject } from '@/tests/factories'
import type { Call, Caller } from './call'
import { LIMITS } from './limits'
import { renewCall, sendCall } from './perform-call'
import { claimCall, releaseDead } from './reserve'

const call = (send: Call<string>['send']): Call<string> => ({
  kind: 'chat',
  provider: randomUUID(),
  scope: {},
  model: 'm',
  request: {},
  worstMicro: 5,
  send,
  read: String,
  isBad: () => false,
})

async function claimed(given: Call<string>) {
  const project = await makeProject()
  await prisma().prefillSettings.create({ data: { projectId: project.id, budgetMicro: 5 } })
  const caller: Caller = {
    projectId: project.id,
    runId: null,
    runItemId: null,
    signal: new AbortController().signal,
    isHalted: () => false,
    retry: 0,
    afresh: false,
    requestsPerMinute: null,
    limits: LIMITS,
  }
  const key = randomUUID()
  const claim = await claimCall(key, given, caller)
  if (claim.kind !== 'mine') throw new Error('nobody else wants it')
  return { key, caller, number: claim.sends }
}

const runsOut = (key: string) =>
  prisma().$executeRaw`update provider_calls set leased_until = now() - interval '1 second' where key = ${key}`

test('a caller whose money was given up gives no more signs of life, and sends nothing again', async () => {
  const { key, number, caller } = await claimed(call(() => Promise.reject(new Error('not sent'))))
  expect(await renewCall(key, number, caller.limits, false)).toBe(number)
  await runsOut(key)
  expect(await releaseDead(key)).toBe(1)
  expect(await renewCall(key, number, caller.limits, false)).toBeNull()
  expect(await renewCall(key, number, caller.limits, true)).toBeNull()
})

test('a caller that comes to its turn after its money was given up sends nothing', async () => {
  let sent = 0
  const given = call(async () => {
    sent++
    return { value: 'late', kept: 'late', inputTokens: 0, outputTokens: 0, costMicro: 5 }
  })
  const { key, number, caller } = await claimed(given)
  // It is held back, and gives no sign of life meanwhile.
  await pool().query(`insert into provider_gates (key, next_at) values ($1, now() + interval '400 milliseconds')`, [
    given.provider,
  ])
  const late = sendCall(key, given, caller, number)
  await runsOut(key)
  await releaseDead(key)
  await expect(late).rejects.toMatchObject({ code: 'cancelled' })
  expect(sent).toBe(0)
})

test('an answer that the database does not take at first is kept when it does, and asked for once', async () => {
  // A sequence counts on where a transaction is rolled back: two transactions fail as under contention.
  await prisma().$executeRaw`create sequence refused_answers`
  await prisma().$executeRaw`
    create function refuse_answers() returns trigger language plpgsql as $$
    begin
      if nextval('refused_answers') <= 2 then raise serialization_failure; end if;
      return new;
    end $$`
  await prisma().$executeRaw`
    create trigger refuse_answers before update on provider_calls for each row
    when (new.state = 'done') execute function refuse_answers()`
  try {
    let sent = 0
    const given = call(async () => {
      sent++
      return { value: 'kept', kept: 'kept', inputTokens: 1, outputTokens: 1, costMicro: 5 }
    })
    const { key, number, caller } = await claimed(given)
    expect(await sendCall(key, given, caller, number)).toEqual({ value: 'kept', sends: 1, costMicro: 5 })
    expect(sent).toBe(1)
    expect(await prisma().providerCall.findUniqueOrThrow({ where: { key } })).toMatchObject({
      state: 'done',
      response: 'kept',
      costMicro: 5n,
      reservedMicro: 0n,
    })
  } finally {
    await prisma().$executeRaw`drop trigger refuse_answers on provider_calls`
    await prisma().$executeRaw`drop function refuse_answers`
    await prisma().$executeRaw`drop sequence refused_answers`
  }
})
