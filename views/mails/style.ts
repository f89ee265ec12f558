/*
 * The style of every mail, in its head: mail programs fetch no files. The colours are those of assets/tokens.css, in the
 * notation that they all know. Without characters that HTML escapes.
 */
export const MAIL_STYLE = `
body { margin: 0; padding: 0; font: 16px/1.5 system-ui, -apple-system, Roboto, Arial, sans-serif }
body, .page { background: #f5f7fa; color: #1c212e }
.card { width: 100%; max-width: 560px; background: #ffffff; border: 1px solid #dbdee5; border-radius: 8px }
p, ul { margin: 0 0 16px }
ul { padding-inline-start: 20px }
p, li { overflow-wrap: anywhere }
a { color: #314ec7 }
.lead { font-size: 20px; line-height: 1.4; font-weight: 600 }
.action { margin: 24px 0 }
.button { display: inline-block; padding: 12px 20px; border-radius: 8px; background: #3655cd; color: #ffffff; font-weight: 600; text-decoration: none }
.code { font: 28px/1.2 Menlo, Consolas, monospace; letter-spacing: 4px }
.footer { margin: 24px 0 0; padding-top: 16px; border-top: 1px solid #dbdee5; color: #525866; font-size: 13px }
@media (prefers-color-scheme: dark) {
  body, .page { background: #0f1118; color: #e9ebf1 }
  .card { background: #181c23; border-color: #343842 }
  a { color: #99b5fe }
  .button { background: #4363d6; color: #ffffff }
  .footer { border-color: #343842; color: #a9aeba }
}
`;
