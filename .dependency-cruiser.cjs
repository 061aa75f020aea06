/** The import rules of ARCHITECTURE.md. `npm test` checks them, and that this tool has read anything at all. */

/** A slice may use those before it; later ones are reached by events. */
const slices = [
  'accounts',
  'files',
  'profiles',
  'availability',
  'search',
  'ledger',
  'payments',
  'payouts',
  'reconciliation',
  'bookings',
  'reviews',
  'chat',
  'disputes',
  'notifications',
  'support',
  'admin',
]

/** Rules of the product and nothing else: they can be read, and tested, without a server. */
const pureFiles =
  '(policy|lifecycle|price|requested-windows|unavailability|dispute|payout|posting|pricing|refund|schedule)[.]ts$'
const tests = '[.]test[.]tsx?$'

const forbid = (name, comment, from, to) => ({
  name,
  comment,
  severity: 'error',
  from: { ...from, pathNot: [tests, from.pathNot ?? []].flat() },
  to,
})

const sliceOrder = slices
  .slice(0, -1)
  .map((slice, index) =>
    forbid(
      `slice-order-${slice}`,
      `${slice} comes before these slices: they hear of it by events.`,
      { path: `^server/src/features/${slice}/` },
      { path: `^server/src/features/(${slices.slice(index + 1).join('|')})/` },
    ),
  )

const everywhere = [
  {
    name: 'no-circular',
    comment: 'What depends on itself can be neither read nor tested by parts.',
    severity: 'error',
    from: {},
    to: { circular: true },
  },
  {
    name: 'resolvable',
    comment:
      'An import of ours that this tool loses would escape every rule. (The compiler sees to packages.)',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, path: '^([.]|@tendwell/)' },
  },
  forbid(
    'no-tests-in-product',
    'The product does not ship its tests.',
    { path: '^(contract|server|web)/src/' },
    { path: [tests, '^server/test/', '^e2e/', '^bench/'] },
  ),
  forbid(
    'no-development-packages-in-product',
    'A production install has no development packages.',
    { path: '^(contract|server)/src/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
  ),
  forbid(
    'contract-stands-alone',
    'Both sides use the contract; it uses nothing of ours.',
    { path: '^contract/src/' },
    { path: '^(server|web)/' },
  ),
  forbid('server-without-web', 'They meet in the contract.', { path: '^server/' }, { path: '^web/' }),
  forbid('web-without-server', 'They meet in the contract.', { path: '^web/' }, { path: '^server/' }),
]

const server = [
  forbid(
    'platform-knows-no-feature',
    'The platform serves any product.',
    { path: '^server/src/platform/' },
    { path: '^server/src/(features|ports|commands|app[.]ts|main[.]ts)' },
  ),
  forbid(
    'ports-know-no-feature',
    'A port speaks of mail, money or files, not of bookings.',
    { path: '^server/src/ports/' },
    { path: '^server/src/(features|commands|app[.]ts|main[.]ts)' },
  ),
  forbid(
    'features-are-wired-from-above',
    'app.ts knows the features, not the other way round.',
    { path: '^server/src/features/' },
    { path: '^server/src/(commands|app[.]ts|main[.]ts)' },
  ),
  forbid(
    'features-know-no-adapter',
    'Which provider, mailer or storage it is stays with app.ts.',
    { path: '^server/src/features/' },
    { path: '^server/src/ports/[^/]+/', pathNot: '/(port|email)[.]ts$' },
  ),
  forbid(
    'slices-by-their-door',
    'Other slices use index.ts alone. Foreign keys need the other table itself.',
    { path: '^server/src/features/([^/]+)/', pathNot: '^server/src/features/[^/]+/tables[.]ts$' },
    {
      path: '^server/src/features/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/index[.]ts$'],
    },
  ),
  forbid(
    'tables-by-tables',
    'Tables refer to tables and nothing else of another slice.',
    { path: '^server/src/features/([^/]+)/tables[.]ts$' },
    {
      path: '^server/src/features/',
      pathNot: ['^server/src/features/$1/', '^server/src/features/[^/]+/tables[.]ts$'],
    },
  ),
  forbid(
    'entrances-without-sql',
    'Routes, jobs and subscribers call commands and queries.',
    { path: '^server/src/features/.+/(routes|jobs|subscribers)[.]ts$' },
    { path: '[/-](store|tables)[.]ts$' },
  ),
  forbid(
    'commands-know-no-entrance',
    'What is done does not depend on who asked for it.',
    { path: '^server/src/features/.+/(commands|queries|[a-z-]*store|tables)[.]ts$' },
    { path: '^server/src/features/.+/(routes|jobs|subscribers)[.]ts$' },
  ),
  forbid(
    'pure-files',
    'Rules import the contract and error types alone.',
    { path: `^server/src/features/.+/${pureFiles}` },
    { path: '^server/src/', pathNot: ['^server/src/platform/errors[.]ts$', `/${pureFiles}`] },
  ),
  ...sliceOrder,
]

const web = [
  forbid(
    'ui-and-lib-know-no-feature',
    'Primitives serve any screen.',
    { path: '^web/src/(ui|lib)/' },
    { path: '^web/src/(app|pages|features)/' },
  ),
  forbid('lib-without-ui', 'The ui may use lib.', { path: '^web/src/lib/' }, { path: '^web/src/ui/' }),
  forbid(
    'features-know-no-page',
    'Pages compose features.',
    { path: '^web/src/features/' },
    { path: '^web/src/(app|pages)/' },
  ),
  forbid(
    'web-features-apart',
    'Features do not import each other; a page brings them together.',
    { path: '^web/src/features/([^/]+)/' },
    { path: '^web/src/features/', pathNot: '^web/src/features/$1/' },
  ),
  forbid(
    'pages-know-no-app',
    'The app has the pages.',
    { path: '^web/src/pages/' },
    { path: '^web/src/app/' },
  ),
]

module.exports = {
  forbidden: [...everywhere, ...server, ...web],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    // Types too: a rule that only types may break is none.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.base.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.d.ts'],
    },
  },
}
