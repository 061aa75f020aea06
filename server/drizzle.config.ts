import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: ['./src/features/**/tables.ts', './src/platform/database/tables.ts', './src/ports/*/tables.ts'],
  out: process.env.MIGRATIONS_FOLDER ?? './src/migrations',
  casing: 'snake_case',
})
