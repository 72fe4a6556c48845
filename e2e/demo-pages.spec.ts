/** Every page of every demo project, as everybody in it: none fails, whatever its rows hold. */
import { readdirSync } from 'node:fs'
import { protocolById } from '@/lib/protocols'
import { prisma } from '@/lib/server/db'
import { sessionFor } from '@/tests/actors'
import { expect, test } from './fixtures'

/** Addresses of projects' pages, with parameters in brackets as in `app`. */
const pages = readdirSync('app/(app)/projects/[projectId]', { recursive: true, encoding: 'utf8' })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('page.tsx'))
  .map((file) => file.replace(/\/?page\.tsx$/, ''))

interface Project {
  id: string
  protocolId: string
}

/** What stands for each parameter of a project's pages: the first there is of each kind. */
async function valuesOf({ id: projectId, protocolId }: Project): Promise<Record<string, string | undefined>> {
  const stage = protocolById(protocolId).stages.find(({ measures }) => measures.length > 0)
  const where = { projectId }
  const orderBy = { id: 'asc' } as const
  const select = { id: true } as const
  const [item, task, run, source, corpus, release, member] = await Promise.all([
    prisma().item.findFirst({ where, orderBy, select }),
    prisma().task.findFirst({ where, orderBy, select }),
    prisma().run.findFirst({ where, orderBy, select }),
    prisma().import.findFirst({ where, orderBy, select }),
    prisma().corpusDocument.findFirst({ where, orderBy, select }),
    prisma().release.findFirst({ where, orderBy: { number: 'asc' }, select: { number: true } }),
    prisma().membership.findFirst({ where: { ...where, role: 'annotator' }, select: { userId: true } }),
  ])
  const ids = { itemId: item?.id, taskId: task?.id, runId: run?.id, importId: source?.id, documentId: corpus?.id }
  return {
    ...ids,
    number: release?.number.toString(),
    userId: member?.userId,
    stage: stage?.key,
    measure: stage?.measures[0]?.key,
  }
}

test.describe.configure({ mode: 'parallel' })

for (const role of ['manager', 'reviewer', 'annotator', 'viewer'] as const)
  test(`a ${role} can open them or is refused`, async ({ playwright, baseURL }) => {
    const projects = await prisma().project.findMany({ select: { id: true, name: true, protocolId: true } })
    const failed: string[] = []
    let shown = 0
    for (const project of projects) {
      const member = await prisma().membership.findFirst({
        where: { projectId: project.id, role, user: { demo: true } },
        include: { user: true },
      })
      if (!member) continue
      const values = await valuesOf(project)
      const cookie = await sessionFor(member.user)
      const request = await playwright.request.newContext({ baseURL, extraHTTPHeaders: { cookie } })
      await Promise.all(
        pages.map(async (page) => {
          const filled = page.replace(/\[(\w+)\]/g, (name, key) => values[key] ?? name)
          if (filled.includes('[')) return
          const answer = await request.get(`/projects/${project.id}/${filled}`, { maxRedirects: 0 })
          if (answer.status() >= 500) failed.push(`${project.name}: ${filled} answers ${answer.status()}`)
          else if (answer.status() === 200) shown += 1
        }),
      )
      await request.dispose()
    }
    expect(failed).toEqual([])
    expect(shown).toBeGreaterThan(0)
  })
