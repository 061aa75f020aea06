/** The card page's looks: the product's tokens, with the fonts that every machine has. */
export const SANDBOX_STYLE = `
*{box-sizing:border-box}
body{margin:0;background:#FBF8F2;color:#1C2B26;font:17px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
h1,h2,p,ul{margin:0;padding:0}
.notice{background:#F3E7CC;color:#1C2B26;text-align:center;font-size:15px;padding:12px 20px}
main{max-width:960px;margin:0 auto;padding:28px 20px 56px;display:grid;gap:28px}
.brand{display:flex;align-items:center;gap:12px;font:600 21px/1.2 Georgia,"Times New Roman",serif;color:#1F5D46}
.order h1{margin-top:24px;font-weight:400}
.lead{display:block;color:#55645D;font-size:17px}
.amount{display:block;font:500 40px/1.2 Georgia,"Times New Roman",serif;font-variant-numeric:tabular-nums}
.description{margin-top:12px;overflow-wrap:anywhere}
.payer{margin-top:4px;color:#55645D;font-size:15px;overflow-wrap:anywhere}
form,.cards,.note{background:#FFFFFF;border:1px solid #E4DCCB;border-radius:20px;padding:24px}
form{box-shadow:0 12px 32px -20px rgba(28,43,38,.35)}
.field{margin-bottom:16px}
.pair{display:grid;grid-template-columns:1fr 1fr;gap:16px}
label{display:block;font-weight:600;font-size:15px;margin-bottom:6px}
input{width:100%;min-height:48px;padding:10px 14px;border:1px solid #8A948E;border-radius:10px;background:#FFFFFF;color:#1C2B26;font:inherit;font-variant-numeric:tabular-nums}
input::placeholder{color:#6B7771}
input[aria-invalid]{border:2px solid #A8431F;padding:9px 13px}
.hint{color:#55645D;font-size:15px;margin-top:6px}
.error{color:#A8431F;font-size:15px;font-weight:600;margin-top:6px}
button,.button{display:block;width:100%;min-height:52px;padding:12px 20px;border:0;border-radius:10px;background:#1F5D46;color:#FFFFFF;font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button:hover,.button:hover{background:#153F30}
.cancel{display:block;margin-top:8px;padding:10px;text-align:center;color:#1F5D46;min-height:44px}
a:focus-visible,button:focus-visible,input:focus-visible{outline:3px solid #A97C2F;outline-offset:2px}
.cards{margin-top:20px;padding:20px 24px;background:#F1EADD}
.cards h2{font-size:15px;margin-bottom:8px}
.cards ul{list-style:none}
.cards li{display:flex;flex-wrap:wrap;justify-content:space-between;gap:2px 16px;padding:8px 0;border-top:1px solid #E4DCCB;font-size:15px}
.cards code{font:15px/1.5 ui-monospace,"SFMono-Regular",Menlo,monospace}
.note{max-width:520px;width:100%;margin:32px auto 0}
.note h1{margin:24px 0 12px;font:500 28px/1.25 Georgia,"Times New Roman",serif}
.note .button{margin-top:24px}
@media (min-width:820px){main{padding-top:64px}main:has(.order){grid-template-columns:1fr 440px;gap:64px}.order{position:sticky;top:64px;align-self:start}.amount{font-size:56px}}
`
