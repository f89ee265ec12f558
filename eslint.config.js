import tseslint from 'typescript-eslint';

/** Tools that ask for a default export. */
const CONFIGURATIONS = ['*.js', '*.cjs', 'knexfile.ts'];

export default tseslint.config(
  { ignores: ['dist/', 'dist-bench/', 'data/', 'coverage/', 'views/assets/'] },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: { allowDefaultProject: ['*.js', '*.cjs'] } } },
    linterOptions: { reportUnusedDisableDirectives: 'error' },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      // `void push(x)` as the whole of an arrow function says that its value is nobody's business.
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // Ports are plain objects of closures: nothing here has a `this` to lose.
      '@typescript-eslint/unbound-method': 'off',
      '@typescript-eslint/no-unused-vars': ['error', { ignoreRestSiblings: true, argsIgnorePattern: '^_' }],
      // Koa's callback is a listener that settles its own failures.
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { properties: false } }],
      // A port answers with a promise, also where an implementation has nothing to wait for.
      '@typescript-eslint/require-await': 'off',
      'no-console': 'error',
      'no-control-regex': 'error',
      'no-restricted-exports': [
        'error',
        { restrictDefaultExports: { direct: true, named: true, defaultFrom: true } },
      ],
      'no-restricted-syntax': [
        'error',
        {
          selector: "JSXAttribute[name.name='dangerouslySetInnerHTML']",
          message: 'Pages are escaped by construction.',
        },
        { selector: 'TSEnumDeclaration', message: 'Use a union of string literals.' },
        { selector: 'Decorator', message: 'Pass what is needed as an argument.' },
      ],
      complexity: ['error', 12],
      'max-depth': ['error', 3],
      'max-params': ['error', 5],
      'max-lines': ['error', { max: 250 }],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      eqeqeq: 'error',
    },
  },
  {
    files: CONFIGURATIONS,
    ...tseslint.configs.disableTypeChecked,
    rules: { ...tseslint.configs.disableTypeChecked.rules, 'no-restricted-exports': 'off' },
  },
  {
    files: ['*.cjs'],
    languageOptions: { globals: { module: 'writable' } },
  },
  {
    files: ['test/**', 'bench/**'],
    rules: {
      // Matchers such as expect.any() are typed as any.
      '@typescript-eslint/no-unsafe-assignment': 'off',
      'max-lines': 'off',
      'max-lines-per-function': 'off',
    },
  },
);
