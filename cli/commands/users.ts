import { type Command, Option } from 'commander'
import { CliError, EXIT } from '@/cli/exit-codes'
import { table } from '@/cli/output'
import type { Session } from '@/cli/session'
import { projectRoles } from '@/lib/workspace/projects/contract'
import { listUsersEndpoint } from '@/lib/workspace/users/contract'
import { createInvitationEndpoint } from '@/lib/workspace/users/invitations/contract'
import { addMemberEndpoint, listMembersEndpoint } from '@/lib/workspace/users/members/contract'
import { mayCreateProjects } from '@/lib/workspace/users/rules'

type Role = (typeof projectRoles)[number]

interface Invite {
  project?: string
  role?: Role
  email?: string
  admin: boolean
  createProjects: boolean
  days: string
}

/** assay users list | members | add | invite. What needs a signed-in administrator (passwords, rights of accounts, deactivation) stays in the browser. */
export function userCommands(program: Command, session: () => Session): void {
  const users = program.command('users').description('list accounts and members, add and invite people')
  const role = () => new Option('--role <role>', 'their role in the project').choices(projectRoles)

  users
    .command('list')
    .description('accounts, by name (administrators)')
    .option('--search <text>', 'part of a name or e-mail address', '')
    .option('--page <number>', 'page', '1')
    .action(async (options: { search: string; page: string }) => {
      const found = await session().call(listUsersEndpoint, {
        query: { search: options.search, page: Number(options.page) },
      })
      session().output.result(found, () =>
        table(
          ['ID', 'NAME', 'E-MAIL', 'STATE', 'ADMINISTRATOR', 'CREATES PROJECTS'],
          found.users.map(({ id, name, email, state, ...rights }) => [
            id,
            name,
            email,
            state,
            rights.isAdmin ? 'yes' : 'no',
            mayCreateProjects(rights) ? 'yes' : 'no',
          ]),
        ),
      )
    })

  users
    .command('members')
    .description('the members of a project (managers and reviewers)')
    .argument('<project>', 'its id or exact name')
    .action(async (idOrName: string) => {
      const { id: projectId } = await session().project(idOrName)
      const list = await session().call(listMembersEndpoint, { params: { projectId } })
      session().output.result(list, () =>
        table(
          ['ID', 'NAME', 'E-MAIL', 'ROLE'],
          list.members.map(({ userId, name, email, role }) => [userId, name, email, role]),
        ),
      )
    })

  users
    .command('add')
    .description('make somebody who has an account a member of a project')
    .argument('<project>', 'its id or exact name')
    .argument('<email>')
    .addOption(role().default('annotator'))
    .action(async (idOrName: string, email: string, options: { role: Role }) => {
      const { id: projectId, name } = await session().project(idOrName)
      await session().call(addMemberEndpoint, { params: { projectId }, body: { email, role: options.role } })
      session().output.result(
        { projectId, email, role: options.role },
        () => `${email} is now ${options.role} of ${name}`,
      )
    })

  users
    .command('invite')
    .description('make an invitation link; it is shown once')
    .option('--project <project>', 'the project they join: its id or exact name')
    .addOption(role())
    .option('--email <email>', 'the only address that can accept')
    .option('--admin', 'make them an administrator', false)
    .option('--create-projects', 'give them the right to create projects (administrators)', false)
    .option('--days <number>', 'days until the link expires', '7')
    .action(async (options: Invite) => {
      if (options.project && !options.role) throw new CliError(EXIT.usage, '--project needs --role.')
      const project = options.project ? await session().project(options.project) : null
      const body = {
        ...(project ? { projectId: project.id, role: options.role } : {}),
        ...(options.email ? { email: options.email } : {}),
        isAdmin: options.admin,
        canCreateProjects: options.createProjects,
        days: Number(options.days),
      }
      const link = await session().call(createInvitationEndpoint, { body })
      const url = session().link(link.path)
      session().output.result({ ...link, url }, () => url)
    })
}
