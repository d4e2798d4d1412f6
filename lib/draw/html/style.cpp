// SPDX-License-Identifier: MIT
#include "draw/html/page.hpp"

namespace uneven::draw {

// One accent, for links and what is chosen. Colours of data are those of the SVG pictures; text reaches a contrast
// of 4.5 to 1 on its ground in both schemes.
const char* const page_style = R"css(
:root{color-scheme:light dark;--paper:#fff;--raised:#f6f7f9;--ink:#1b1f24;--soft:#57606a;--line:#d8dde3;
--accent:#0b62a4;--part0:#0072b2;--part1:#e69f00;--part2:#c3c9d0;--event:#a8480a}
@media screen and (prefers-color-scheme:dark){:root{--paper:#14171b;--raised:#1c2025;--ink:#e4e8ec;--soft:#9aa4af;
--line:#32383f;--accent:#6cb6ff;--part0:#3f9bdc;--part1:#e6a51c;--part2:#565e67;--event:#f0955a}}
*{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0 auto;max-width:68rem;padding:2.5rem 1.5rem 3rem;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue","Liberation Sans",Arial,sans-serif;
font-variant-numeric:tabular-nums;overflow-wrap:break-word}
.kind{margin:0;color:var(--soft);font-size:.8rem;letter-spacing:.06em;text-transform:uppercase}
h1{margin:.1rem 0 .7rem;font-size:1.55rem;line-height:1.25;font-weight:650}
h2{margin:2.6rem 0 .8rem;font-size:1.1rem;font-weight:650;scroll-margin-top:1rem}
.lead{margin:.3rem 0;max-width:46rem;font-size:1.05rem}
p,ul{margin:.5rem 0;max-width:46rem}
a{color:var(--accent)}
small,.note,caption,figcaption,footer,.scale{color:var(--soft);font-size:.85rem}
nav ul{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:1.4rem 0 0;padding:.6rem 0;max-width:none;list-style:none;
border-bottom:1px solid var(--line);font-size:.9rem}
.facts{display:flex;flex-wrap:wrap;gap:1px;margin:1.6rem 0 0;
background:var(--line);border:1px solid var(--line);border-radius:6px;overflow:hidden}
.facts div{flex:1 1 9.5rem;padding:.7rem .9rem;background:var(--paper)}
dt{color:var(--soft);font-size:.82rem}
dd{margin:0;font-size:1.25rem;font-weight:600;line-height:1.35}
dd small{display:block;font-weight:400;line-height:1.35}
.scroll{overflow-x:auto;max-width:100%}
table{border-collapse:collapse;font-size:.875rem}
.sortable{width:100%}
caption{padding:0 0 .4rem;text-align:left}
.sortable th,.sortable td{padding:.28rem .6rem;border-bottom:1px solid var(--line);text-align:right;white-space:nowrap}
.sortable th:first-child,.sortable td:first-child{padding-left:.3rem}
.sortable .left,.sortable .bars,.sortable th:first-child{text-align:left}
.sortable td.left,.sortable tbody th{white-space:normal}
.sortable .long{min-width:13rem}
.sortable thead .bars{white-space:normal}
.sortable .chosen th{white-space:nowrap}
thead th{color:var(--soft);font-weight:500;vertical-align:bottom}
tbody th{font-weight:500}
.sortable tbody tr:hover{background:var(--raised)}
thead button{margin:0;padding:0;border:0;background:none;color:inherit;font:inherit;text-align:inherit;cursor:pointer}
thead button:hover{color:var(--accent)}
thead button::after{content:"\2195";padding-left:.25em;opacity:.35}
[aria-sort=ascending] button::after{content:"\2191";opacity:1}
[aria-sort=descending] button::after{content:"\2193";opacity:1}
.chosen{background:var(--raised);box-shadow:inset 3px 0 var(--accent)}
.chosen th{font-weight:650}
.tag{margin-left:.35rem;padding:.02rem .4rem;border:1px solid var(--accent);border-radius:9px;color:var(--accent);
font-size:.75rem;font-weight:500;white-space:nowrap}
.sortable .bars{width:45%;min-width:9rem}
.bar{position:relative;display:flex;height:.95rem}
.bar i,.legend i{display:block;flex:none}
.part0{background:var(--part0)}.part1{background:var(--part1)}.part2{background:var(--part2)}
.bar b{position:absolute;top:50%;height:0;min-width:1px;border-top:1.5px solid var(--ink)}
.bar b::before,.bar b::after{content:"";position:absolute;top:-.28rem;height:.5rem;border-left:1.5px solid var(--ink)}
.bar .tick{top:-.12rem;height:1.2rem;border-top:0;border-left:2px solid var(--ink)}
.bar .tick::before,.bar .tick::after{display:none}
.bar b::before{left:-.75px}.bar b::after{right:-.75px}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.2rem;margin:.2rem 0 .6rem;padding:0;list-style:none;font-size:.85rem}
.legend li{display:flex;align-items:center;gap:.4rem}
.legend i{width:.8rem;height:.8rem}
figure{margin:0}
.curve{margin-top:1.2rem}
.area{position:relative;height:14rem;margin:.4rem 1rem 2rem 4.6rem;border-left:1px solid var(--line);
border-bottom:1px solid var(--line)}
.area.marked{margin-top:1.6rem}
.area svg{position:absolute;inset:0;width:100%;height:100%}
.area path{fill:none;vector-effect:non-scaling-stroke}
.grid{stroke:var(--line);stroke-width:1}
.line{stroke:var(--part0);stroke-width:1.8;stroke-linejoin:round}
path.expected{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:5 4}
.events{stroke:var(--event);stroke-width:1;stroke-dasharray:2 3}
.hit{fill:transparent}
.hit:hover,.hit.at{fill:var(--ink);fill-opacity:.09}
.area span{position:absolute;color:var(--soft);font-size:.78rem;line-height:1;white-space:nowrap}
.area .y{right:calc(100% + .5rem);transform:translateY(50%)}
.area .x{top:calc(100% + .45rem);transform:translateX(-50%)}
.area .mark{bottom:calc(100% + .2rem);transform:translateX(-50%);color:var(--event);font-weight:600;cursor:default}
.area span.expected{right:0;margin-bottom:.25rem;padding:.1rem .25rem;background:var(--paper)}
.lanes{display:flex;gap:.6rem;margin:.9rem 0 2.2rem}
.lanes.marked{margin-top:1.8rem}
.lanes .names{flex:none;max-width:32%;margin:0;padding:0;list-style:none;color:var(--soft);font-size:.8rem;
text-align:right}
.names li{height:1.9rem;line-height:1.7rem;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.many .names li{height:1.05rem;line-height:.95rem;font-size:.72rem}
.lanes .area{flex:1;height:auto;min-width:0;margin:0 1rem 0 0}
.lanes .area0{fill:var(--part0)}.lanes .area1{fill:var(--part1)}.lanes .area2{fill:var(--part2)}
.area .moment{top:0;bottom:0;border-left:1px dashed var(--event);pointer-events:none}
details{margin-top:.8rem}
summary{color:var(--soft);font-size:.9rem;cursor:pointer}
.heats{display:flex;flex-wrap:wrap;gap:1.5rem 2rem;margin-bottom:1.5rem}
.heat{min-width:0;max-width:100%}
.heat table{margin:.5rem 0}
.heat td{min-width:3.9rem;height:2rem;padding:0 .15rem;font-size:.8rem;white-space:nowrap;
border:1px solid var(--paper);text-align:center}
.heat .small td{min-width:1.15rem;width:1.5rem;height:1.5rem;padding:0}
.heat tbody th{padding-right:.5rem;text-align:right;font-weight:400;white-space:nowrap}
.heat thead th{padding:0 .2rem .2rem;font-weight:400}
.heat .small thead span{display:inline-block;writing-mode:vertical-rl;transform:rotate(180deg);white-space:nowrap}
.scale i{display:inline-block;width:7rem;height:.7rem;vertical-align:-.05rem}
.unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%)}
.plan{display:block;width:100%;min-width:34rem;max-width:56rem;height:auto;font-size:12px}
.plan text:not([fill]){fill:var(--ink)}
.plan>text:first-of-type{display:none}
.plan>rect:first-of-type{fill:none}
.plan [stroke="#ffffff"]{stroke:var(--paper)}
.plan [stroke="#dddddd"]{stroke:var(--line)}
.plan [stroke="#888888"],.plan [stroke="#444444"]{stroke:var(--soft)}
.plan marker path{fill:var(--soft)}
.plan .at{stroke:var(--ink)!important;stroke-width:2.5}
td.at,.bar.at,span.at{outline:2px solid var(--ink);outline-offset:1px}
:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
footer{margin-top:3rem;padding-top:.8rem;border-top:1px solid var(--line)}
#tip{position:fixed;z-index:9;left:0;top:0;max-width:min(24rem,90vw);padding:.4rem .65rem;border-radius:5px;
background:var(--ink);color:var(--paper);font-size:.85rem;line-height:1.4;pointer-events:none}
@media (max-width:640px){body{padding:1.4rem 1rem 2rem;font-size:14.5px}h1{font-size:1.3rem}.lead{font-size:1rem}
.wide{display:none}.facts div{flex-basis:8rem}.area{height:11rem;margin-left:3.9rem;margin-right:.4rem}
.sortable th,.sortable td{padding:.28rem .4rem}.sortable .bars{min-width:6.5rem}.plan{min-width:30rem}
.lanes .area{margin-right:.4rem}.lanes .x:nth-of-type(even){display:none}.area .near{display:none}}
@media print{body{max-width:none;padding:0;font-size:10.5pt}nav,#tip,thead button::after{display:none}
.scroll{overflow:visible}.plan{min-width:0;max-width:17cm}h2{break-after:avoid}figure,tr,.facts{break-inside:avoid}
*{-webkit-print-color-adjust:exact;print-color-adjust:exact}.area{height:5cm}}
)css";

}  // namespace uneven::draw
