/** Who is asking. Made by lib/platform/server/identify.ts, never by a request's body. */
export interface Actor {
  userId: string
  name: string
  isAdmin: boolean
  /** How they proved it; a personal token cannot manage accounts. */
  via: 'session' | 'token'
}
