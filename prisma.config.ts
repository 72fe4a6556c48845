// These commands never run the schema engine, yet the CLI tries to download it first.
// Pointing it at any existing file keeps them offline; `migrate` commands are left alone.
const offline = ['generate', 'validate', 'format'].some((command) => process.argv.includes(command))
if (offline) process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath

// Without `defineConfig`, which has no use but types: the command line is not installed where the app runs.
export default {
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://localhost/none' },
}
