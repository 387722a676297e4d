// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

/// Keeps a number that its owner raises, once an hour at most.
contract Counter {
    error NotOwner(address caller);

    event Raised(address indexed by, uint256 number);

    address public immutable owner;
    uint256 public number;
    uint256 public freeAt;

    constructor() {
        owner = msg.sender;
    }

    function raise() external {
        if (msg.sender != owner) revert NotOwner(msg.sender);
        require(block.timestamp >= freeAt, "too early");
        freeAt = block.timestamp + 1 hours;
        number += 1;
        emit Raised(msg.sender, number);
    }
}
