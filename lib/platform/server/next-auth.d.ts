import 'next-auth'
import 'next-auth/jwt'

declare module 'next-auth' {
  interface User {
    id: string
    sessionVersion: number
  }
  interface Session {
    userId: string
  }
}
declare module 'next-auth/jwt' {
  interface JWT {
    userId?: string
    /** users.session_version at sign-in; a session with another number is over. */
    sessionVersion?: number
  }
}
