/** Access to accounts, invitations and tokens, and what is open to everybody. */
import { stopToken } from '@/lib/adjudication/mail/stop-link'
import { EVERYBODY, type Input, MANAGERS, type Row } from './row'
import type { Scene } from './scene'

const PLAIN = 'outsider viewer assigned unassigned partner reviewer approver manager'
// The outsider manages a project elsewhere.
const NO_MANAGERS = 'viewer assigned unassigned partner reviewer approver'
const row = (given: Omit<Row, 'moment' | 'input'>, input: (scene: Scene) => Input = () => ({})): Row => ({
  moment: 'open',
  input,
  ...given,
})
const bystander = (body?: unknown) => (scene: Scene) => ({ params: { userId: scene.extras.bystander.id }, body })
const administered = (input: (scene: Scene) => Input) => [row({ ok: 'administrator', forbidden: PLAIN }, input)]
const everywhere = 'nobody expired'

export const peopleTable: Record<string, Row[]> = {
  'POST /api/setup': [
    row({ ok: '', unknown: '', stopped: { 409: `${everywhere} ${EVERYBODY}` } }, () => ({
      body: { name: 'First', email: 'first@example.org', password: 'a long password 1', code: 'ABCD-EFGH-JKMN' },
    })),
  ],
  'GET /api/account': [row({ ok: EVERYBODY })],
  'GET /api/account/data': [row({ ok: EVERYBODY })],
  'GET /api/account/hours': [row({ ok: EVERYBODY })],
  'PATCH /api/account': [row({ ok: EVERYBODY }, () => ({ body: { name: 'Renamed' } }))],
  'PUT /api/account/search-engine': [
    row({ ok: EVERYBODY }, () => ({ body: { searchEngine: 'https://www.example.org/?q=%s' } })),
  ],
  'POST /api/account/tour': [row({ ok: EVERYBODY })],
  'GET /api/account/mail': [row({ ok: EVERYBODY })],
  'PUT /api/account/mail': [row({ ok: EVERYBODY }, () => ({ body: { mode: 'daily' } }))],
  'GET /api/mail-server': administered(() => ({})),
  // It is a secret link: whoever has it stops the e-mails it came by.
  'POST /api/unsubscribe/{token}': [
    row({ ok: `${everywhere} ${EVERYBODY}`, unknown: '' }, (scene) => ({
      params: { token: stopToken(scene.extras.bystander.id) },
    })),
    row({ ok: '', unknown: '', stopped: { 410: `${everywhere} ${EVERYBODY}` } }, (scene) => ({
      params: { token: stopToken(scene.extras.bystander.id).slice(0, -1) },
    })),
  ],
  'PUT /api/account/password': [
    row({ ok: '', stopped: { 422: EVERYBODY } }, () => ({
      body: { currentPassword: 'wrong', newPassword: 'another long one 2' },
    })),
  ],
  'GET /api/users': administered(() => ({})),
  'GET /api/provider-keys': administered(() => ({})),
  'PUT /api/provider-keys/{provider}': administered(() => ({
    params: { provider: 'brave' },
    body: { key: 'a-key-that-nobody-has', expectedRevision: 0 },
  })),
  'DELETE /api/provider-keys/{provider}': administered(() => ({
    params: { provider: 'serper' },
    body: { expectedRevision: 0 },
  })),
  // Without a key nothing is asked of anybody.
  'POST /api/provider-keys/{provider}/test': administered(() => ({ params: { provider: 'tavily' } })),
  'GET /api/audit-log': administered(() => ({})),
  'GET /api/audit-log/download': administered(() => ({})),
  'PATCH /api/users/{userId}': [
    ...administered(bystander({ isAdmin: true })),
    ...administered(bystander({ canCreateProjects: true })),
  ],
  'DELETE /api/users/{userId}': administered(bystander()),
  'POST /api/users/{userId}/deactivate': administered(bystander()),
  'POST /api/users/{userId}/reactivate': administered(bystander()),
  'POST /api/users/{userId}/reset': administered(bystander()),
  'POST /api/password-resets': [
    row({ ok: '', unknown: '', stopped: { 410: `${everywhere} ${EVERYBODY}` } }, () => ({
      body: { token: 'no-such-token', password: 'a long password 1' },
    })),
  ],
  'GET /api/invitations': [
    row(
      {
        ok: 'manager administrator',
        forbidden: 'viewer assigned unassigned partner reviewer approver',
        hidden: 'outsider',
      },
      (scene) => ({ query: { projectId: scene.project.id } }),
    ),
    row({ ok: 'administrator', forbidden: PLAIN }),
  ],
  'POST /api/invitations': [
    row(
      {
        ok: 'manager administrator',
        forbidden: 'viewer assigned unassigned partner reviewer approver',
        hidden: 'outsider',
      },
      (scene) => ({ body: { projectId: scene.project.id, role: 'viewer' } }),
    ),
    row({ ok: 'administrator', forbidden: PLAIN }, () => ({ body: { isAdmin: true } })),
    row(
      {
        ok: 'administrator',
        forbidden: 'viewer assigned unassigned partner reviewer approver manager',
        hidden: 'outsider',
      },
      (scene) => ({ body: { projectId: scene.project.id, role: 'viewer', canCreateProjects: true } }),
    ),
  ],
  'POST /api/invitations/many': [
    row(
      {
        ok: 'manager administrator',
        forbidden: 'viewer assigned unassigned partner reviewer approver',
        hidden: 'outsider',
      },
      (scene) => ({ body: { projectId: scene.project.id, people: [{ email: 'new@example.org', role: 'viewer' }] } }),
    ),
    row({ ok: 'administrator', forbidden: PLAIN }, () => ({ body: { people: [{ email: 'new@example.org' }] } })),
  ],
  'POST /api/invitations/{invitationId}/renew': [
    row(
      {
        ok: 'manager administrator',
        forbidden: 'viewer assigned unassigned partner reviewer approver',
        hidden: 'outsider',
      },
      (scene) => ({ params: { invitationId: scene.extras.invitationId }, body: { days: 3 } }),
    ),
  ],
  'DELETE /api/invitations/{invitationId}': [
    row(
      {
        ok: 'manager administrator',
        forbidden: 'viewer assigned unassigned partner reviewer approver',
        hidden: 'outsider',
      },
      (scene) => ({ params: { invitationId: scene.extras.invitationId } }),
    ),
  ],
  'POST /api/invitations/accept': [
    row({ ok: '', unknown: '', stopped: { 410: `${everywhere} ${EVERYBODY}` } }, () => ({
      body: {
        token: 'no-such-token',
        account: { name: 'New', email: 'new@example.org', password: 'a long password 1' },
      },
    })),
  ],
  'GET /api/group-mappings': administered(() => ({})),
  'POST /api/group-mappings': administered(() => ({ body: { group: 'assay-admins', administrator: true } })),
  'DELETE /api/group-mappings/{mappingId}': [
    row({ ok: '', hidden: 'administrator', forbidden: PLAIN }, (scene) => ({ params: { mappingId: scene.task.id } })),
  ],
  'GET /api/teams': [row({ ok: `outsider ${MANAGERS}`, forbidden: NO_MANAGERS })],
  'POST /api/teams': [
    // Nobody is put into a team by somebody who does not see them.
    row({ ok: MANAGERS, stopped: { 422: 'outsider' }, forbidden: NO_MANAGERS }, (scene) => ({
      body: { name: 'Lawyers', userIds: [scene.people.assigned.id] },
    })),
    row({ ok: 'administrator', forbidden: `outsider manager ${NO_MANAGERS}` }, () => ({
      body: { name: 'Lawyers', shared: true },
    })),
  ],
  // The scene has no team; who may have one changed is told in lib/workspace/users/teams.
  'PATCH /api/teams/{teamId}': [
    row({ ok: '', hidden: `outsider ${MANAGERS}`, forbidden: NO_MANAGERS }, (scene) => ({
      params: { teamId: scene.task.id },
      body: { name: 'Lawyers' },
    })),
  ],
  'DELETE /api/teams/{teamId}': [
    row({ ok: '', hidden: `outsider ${MANAGERS}`, forbidden: NO_MANAGERS }, (scene) => ({
      params: { teamId: scene.task.id },
    })),
  ],
  'GET /api/tokens': [row({ ok: EVERYBODY })],
  'POST /api/tokens': [row({ ok: EVERYBODY }, () => ({ body: { name: 'script' } }))],
  'DELETE /api/tokens/{tokenId}': [
    row({ ok: '', hidden: EVERYBODY }, (scene) => ({ params: { tokenId: scene.task.id } })),
  ],
  'GET /api/openapi.json': [row({ ok: `${everywhere} ${EVERYBODY}`, unknown: '' })],
  'GET /api/schemas/native.json': [row({ ok: `${everywhere} ${EVERYBODY}`, unknown: '' })],
  'GET /api/schemas/protocol.json': [row({ ok: `${everywhere} ${EVERYBODY}`, unknown: '' })],
  'GET /api/health': [row({ ok: `${everywhere} ${EVERYBODY}`, unknown: '' })],
  'GET /api/ready': [row({ ok: `${everywhere} ${EVERYBODY}`, unknown: '' })],
  // Without a token in the environment there is nothing to see, for administrators either.
  'GET /api/metrics': [row({ ok: '', unknown: '', hidden: `${everywhere} ${EVERYBODY}` })],
}
