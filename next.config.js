/** @type {import('next').NextConfig} */
const config = {
  poweredByHeader: false,
  agentRules: false,
  serverExternalPackages: ['graphile-worker', 'pg', 'pg-cursor', 'pg-copy-streams', 'sbd'],
  experimental: { agentUpgrade: false, authInterrupts: true },
}
export default config
