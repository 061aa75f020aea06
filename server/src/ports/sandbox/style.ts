/** The style of the sandbox's pages: the product's colors with system fonts. */
export const SANDBOX_STYLE = `
:root{--ground:#FBF8F2;--ink:#1C2B26;--gold-soft:#F3E7CC;--green:#1F5D46;--green-deep:#153F30;--on-green:#FFFFFF;--quiet:#55645D;--paper:#FFFFFF;--line:#E4DCCB;--edge:#8A948E;--faint:#6B7771;--wrong:#A8431F;--gold:#A97C2F;--sand:#F1EADD}
@media (prefers-color-scheme:dark){:root{--ground:#121A17;--ink:#F1EDE4;--gold-soft:#3A3220;--green:#8FCBB0;--green-deep:#B4E0CC;--on-green:#0F211A;--quiet:#B4BEB8;--paper:#1B2521;--line:#33403A;--edge:#7F8C85;--faint:#98A49D;--wrong:#F2A07F;--gold:#D9B46A;--sand:#202B26}}
.line{fill:none;stroke:var(--green);stroke-linecap:round}.stem{fill:none;stroke:var(--gold)}.leaf{fill:var(--gold)}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
h1,h2,p,ul{margin:0;padding:0}
.notice{background:var(--gold-soft);color:var(--ink);text-align:center;font-size:15px;padding:12px 20px}
main{max-width:960px;margin:0 auto;padding:28px 20px 56px;display:grid;gap:28px}
.brand{display:flex;align-items:center;gap:12px;font:600 21px/1.2 Georgia,"Times New Roman",serif;color:var(--green)}
.order h1{margin-top:24px;font-weight:400}
.lead{display:block;color:var(--quiet);font-size:17px}
.amount{display:block;font:500 40px/1.2 Georgia,"Times New Roman",serif;font-variant-numeric:tabular-nums}
.description{margin-top:12px;overflow-wrap:anywhere}
.payer{margin-top:4px;color:var(--quiet);font-size:15px;overflow-wrap:anywhere}
form,.cards,.note{background:var(--paper);border:1px solid var(--line);border-radius:20px;padding:24px}
form{box-shadow:0 12px 32px -20px rgba(28,43,38,.35)}
.field{margin-bottom:16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
label{display:block;font-weight:600;font-size:15px;margin-bottom:6px}
input{width:100%;min-height:48px;padding:10px 14px;border:1px solid var(--edge);border-radius:10px;background:var(--paper);color:var(--ink);font:inherit;font-variant-numeric:tabular-nums}
input::placeholder{color:var(--faint)}
input[aria-invalid]{border:2px solid var(--wrong);padding:9px 13px}
.hint{color:var(--quiet);font-size:15px;margin-top:6px}
.error{color:var(--wrong);font-size:15px;font-weight:600;margin-top:6px}
button,.button{display:block;width:100%;min-height:52px;padding:12px 20px;border:0;border-radius:10px;background:var(--green);color:var(--on-green);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:var(--green-deep)}
.cancel{display:block;margin-top:8px;padding:10px;text-align:center;color:var(--green);min-height:44px}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid var(--gold);outline-offset:2px}
.cards{margin-top:20px;padding:20px 24px;background:var(--sand)}
.cards h2{font-size:15px;margin-bottom:8px}
.cards ul{list-style:none}
.cards li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px;padding:8px 0;border-top:1px solid var(--line);font-size:15px}
.cards code{font:15px/1.5 ui-monospace,"SFMono-Regular",Menlo,monospace}
.checked{margin-top:12px;padding-left:22px}
fieldset{border:0;margin:0 0 16px;padding:0}
legend{font-weight:600;font-size:15px;margin-bottom:6px;padding:0}
.choice{display:flex;gap:14px;align-items:flex-start;padding:12px 0;min-height:44px;font-weight:400;font-size:17px;cursor:pointer}
.choice input{width:22px;height:22px;min-height:0;margin:2px 0 0;flex:none;accent-color:var(--green)}
.choice .hint{display:block;margin:0}
form .error{margin:0 0 12px}
.note{max-width:520px;width:100%;margin:32px auto 0}
.note h1{margin:24px 0 12px;font:500 28px/1.25 Georgia,"Times New Roman",serif}
.note .button{margin-top:24px}
@media (min-width:820px){main{padding-top:64px}main:has(.order){grid-template-columns:minmax(0,1fr) minmax(0,440px);gap:40px}.order{position:sticky;top:64px;align-self:start}}@media (min-width:960px){main:has(.order){gap:64px}.amount{font-size:52px}}
`
