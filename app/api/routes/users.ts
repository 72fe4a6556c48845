import { handle, type Route } from '@/lib/platform/server/handle'
import { clientAddress } from '@/lib/platform/server/throttle'
import { changePassword } from '@/lib/workspace/users/change-password'
import { choosePassword } from '@/lib/workspace/users/choose-password'
import {
  changePasswordEndpoint,
  chooseEngineEndpoint,
  choosePasswordEndpoint,
  createResetEndpoint,
  deactivateUserEndpoint,
  getAccountEndpoint,
  listUsersEndpoint,
  reactivateUserEndpoint,
  removeUserEndpoint,
  renameEndpoint,
  setUpEndpoint,
  setUserRightEndpoint,
} from '@/lib/workspace/users/contract'
import { createReset } from '@/lib/workspace/users/create-reset'
import { deactivateUser } from '@/lib/workspace/users/deactivate-user'
import { endTourEndpoint } from '@/lib/workspace/users/first-tasks/contract'
import { endTour } from '@/lib/workspace/users/first-tasks/end-tour'
import {
  createMappingEndpoint,
  deleteMappingEndpoint,
  listMappingsEndpoint,
} from '@/lib/workspace/users/groups/contract'
import { createMapping } from '@/lib/workspace/users/groups/create-mapping'
import { deleteMapping } from '@/lib/workspace/users/groups/delete-mapping'
import { listMappings } from '@/lib/workspace/users/groups/queries'
import { acceptInvitation } from '@/lib/workspace/users/invitations/accept-invitation'
import {
  acceptInvitationEndpoint,
  createInvitationEndpoint,
  inviteManyEndpoint,
  listInvitationsEndpoint,
  renewInvitationEndpoint,
  revokeInvitationEndpoint,
} from '@/lib/workspace/users/invitations/contract'
import { createInvitation } from '@/lib/workspace/users/invitations/create-invitation'
import { inviteMany } from '@/lib/workspace/users/invitations/invite-many'
import { listInvitations } from '@/lib/workspace/users/invitations/queries'
import { renewInvitation } from '@/lib/workspace/users/invitations/renew-invitation'
import { revokeInvitation } from '@/lib/workspace/users/invitations/revoke-invitation'
import { downloadOwnDataEndpoint } from '@/lib/workspace/users/own-data/contract'
import { downloadOwnData } from '@/lib/workspace/users/own-data/download-own-data'
import { getAccount, listUsers } from '@/lib/workspace/users/queries'
import { reactivateUser } from '@/lib/workspace/users/reactivate-user'
import { removeUser } from '@/lib/workspace/users/remove-user'
import { renameUser } from '@/lib/workspace/users/rename-user'
import { chooseSearchEngine } from '@/lib/workspace/users/search-engine/choose-search-engine'
import { setAdministrator } from '@/lib/workspace/users/set-administrator'
import { setProjectCreation } from '@/lib/workspace/users/set-project-creation'
import { setUp } from '@/lib/workspace/users/set-up'
import { createTokenEndpoint, listTokensEndpoint, revokeTokenEndpoint } from '@/lib/workspace/users/tokens/contract'
import { createToken } from '@/lib/workspace/users/tokens/create-token'
import { listTokens } from '@/lib/workspace/users/tokens/queries'
import { revokeToken } from '@/lib/workspace/users/tokens/revoke-token'

export const routes: readonly Route[] = [
  handle(getAccountEndpoint, ({ actor }) => getAccount(actor)),
  handle(renameEndpoint, ({ actor, body }) => renameUser(actor, body.name)),
  handle(downloadOwnDataEndpoint, ({ actor }) => downloadOwnData(actor)),
  handle(changePasswordEndpoint, ({ actor, body, request }) =>
    changePassword(actor, body, clientAddress(request.headers.get('x-forwarded-for'))),
  ),
  handle(chooseEngineEndpoint, ({ actor, body }) => chooseSearchEngine(actor, body.searchEngine)),
  handle(endTourEndpoint, ({ actor }) => endTour(actor)),
  handle(listMappingsEndpoint, ({ actor }) => listMappings(actor)),
  handle(createMappingEndpoint, ({ actor, body }) => createMapping(actor, body)),
  handle(deleteMappingEndpoint, ({ actor, params }) => deleteMapping(actor, params.mappingId)),
  handle(listInvitationsEndpoint, ({ actor, query }) => listInvitations(actor, query.projectId ?? null, query)),
  handle(createInvitationEndpoint, ({ actor, body }) => createInvitation(actor, body)),
  handle(revokeInvitationEndpoint, ({ actor, params }) => revokeInvitation(actor, params.invitationId)),
  handle(renewInvitationEndpoint, ({ actor, params, body }) => renewInvitation(actor, params.invitationId, body)),
  handle(acceptInvitationEndpoint, ({ actor, body, request }) =>
    acceptInvitation(actor, body, clientAddress(request.headers.get('x-forwarded-for'))),
  ),
  handle(inviteManyEndpoint, ({ actor, body }) => inviteMany(actor, body)),
  handle(choosePasswordEndpoint, ({ body, request }) =>
    choosePassword(body.token, body.password, clientAddress(request.headers.get('x-forwarded-for'))),
  ),
  handle(setUpEndpoint, ({ body, request }) => setUp(body, clientAddress(request.headers.get('x-forwarded-for')))),
  handle(listTokensEndpoint, ({ actor }) => listTokens(actor)),
  handle(createTokenEndpoint, ({ actor, body }) => createToken(actor, body)),
  handle(revokeTokenEndpoint, ({ actor, params }) => revokeToken(actor, params.tokenId)),
  handle(listUsersEndpoint, ({ actor, query }) => listUsers(actor, query)),
  handle(removeUserEndpoint, ({ actor, params }) => removeUser(actor, params.userId)),
  handle(setUserRightEndpoint, ({ actor, params, body }) =>
    'isAdmin' in body
      ? setAdministrator(actor, params.userId, body.isAdmin)
      : setProjectCreation(actor, params.userId, body.canCreateProjects),
  ),
  handle(deactivateUserEndpoint, ({ actor, params }) => deactivateUser(actor, params.userId)),
  handle(reactivateUserEndpoint, ({ actor, params }) => reactivateUser(actor, params.userId)),
  handle(createResetEndpoint, ({ actor, params }) => createReset(actor, params.userId)),
]
