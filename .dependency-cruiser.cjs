/*
 * What needs the whole graph at once. Who may import whom is a table in test/architecture/layers.ts, held by
 * test/architecture.test.ts; it is not repeated here.
 */
module.exports = {
  forbidden: [
    {
      name: 'no-circle',
      comment: 'Two files that need each other are one thing in two places. Types may point back.',
      severity: 'error',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'no-development-package-in-production',
      comment: 'The image is built with npm ci --omit=dev.',
      severity: 'error',
      from: { path: '^(src|adapters|views)/' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'no-undeclared-package',
      comment: 'What happens to be installed today may be gone tomorrow: name it in package.json.',
      severity: 'error',
      from: {},
      to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
    },
    {
      name: 'no-dead-end',
      comment: 'An import that leads nowhere.',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true },
    },
    {
      name: 'no-test-in-the-program',
      severity: 'error',
      from: { path: '^(src|adapters|views)/' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
