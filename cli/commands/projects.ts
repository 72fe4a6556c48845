import type { Command } from 'commander'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import {
  createProjectEndpoint,
  getProjectEndpoint,
  getProjectHomeEndpoint,
  listProjectsEndpoint,
} from '@/lib/workspace/projects/contract'

/** assay projects list | create | show */
export function projectCommands(program: Command, session: () => Session): void {
  const projects = program.command('projects').description('list, create and show projects')

  projects
    .command('list')
    .description('the projects you can see')
    .action(async () => {
      const { projects } = await session().call(listProjectsEndpoint, {})
      session().output.result(projects, () =>
        table(
          ['ID', 'NAME', 'ROLE', 'ITEMS', 'GOLD'],
          projects.map(({ id, name, role, progress }) => [
            id,
            name,
            role,
            progress?.items ?? null,
            progress?.gold ?? null,
          ]),
        ),
      )
    })

  projects
    .command('create')
    .description(
      'create a project and become its manager (takes the right to create projects, which administrators give)',
    )
    .argument('<name>')
    .requiredOption('--protocol <id>', 'the protocol it follows')
    .option('--description <text>', 'what it is about', '')
    .action(async (name: string, options: { protocol: string; description: string }) => {
      const body = { name, protocolId: options.protocol, description: options.description }
      const project = await session().call(createProjectEndpoint, { body })
      session().output.result(project, () => project.id)
    })

  projects
    .command('show')
    .description('one project and how far it is')
    .argument('<project>', 'its id or exact name')
    .action(async (given: string) => {
      const params = { projectId: (await session().project(given)).id }
      const project = await session().call(getProjectEndpoint, { params })
      const home = await session().call(getProjectHomeEndpoint, { params })
      session().output.result({ ...project, ...home }, () =>
        [
          table(
            ['', ''],
            [
              ['Name', project.name],
              ['ID', project.id],
              ['Protocol', project.protocolTitle],
              ['Your role', project.role],
              ['Archived', project.archivedAt ?? 'no'],
            ],
          ).trimStart(),
          ...(home.funnel ?? []).map(
            ({ title, counts }) => `\n${title}\n${table(Object.keys(counts), [Object.values(counts)])}`,
          ),
        ].join('\n'),
      )
    })
}
